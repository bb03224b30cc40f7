import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildRoot, projectRoot } from './paths.js';

/** A TypeScript block of a page. Each is a whole module; `<!-- example: name -->` above it lets later ones of the page import it as './name.js'. */
export interface Example {
  /** The page without its ending, and the block's name or line: the path of the module. */
  readonly path: string;
  readonly code: string;
}

const BLOCK = /(?:<!-- example: ([\w.-]+) -->\s*)?^```(?:ts|typescript)\n([^]*?)^```$/gm;
const STRICT = { extends: join(projectRoot, 'tsconfig.json'), compilerOptions: { paths: {}, noUnusedLocals: false }, include: ['**/*.ts'] };

/** README.md and the pages of docs/, by path. */
export async function documentation(): Promise<Map<string, string>> {
  const docs = (await readdir(join(projectRoot, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...docs.map((name) => `docs/${name}`)];
  return new Map(await Promise.all(pages.map(async (page) => [page, await readFile(join(projectRoot, page), 'utf8')] as const)));
}

export function examplesOf(page: string, markdown: string): Example[] {
  return [...markdown.matchAll(BLOCK)].map(({ 1: name, 2: code = '', index }) => {
    const line = markdown.slice(0, index).split('\n').length;
    return { path: `${page.replace(/\.md$/, '')}/${name ?? `line-${line}`}.ts`, code };
  });
}

/** Checks the examples with this project's strict settings against the built package, which they import by its name. One line for each error. */
export async function typeErrors(examples: readonly Example[]): Promise<string[]> {
  const folder = await mkdtemp(join(buildRoot, 'examples-'));
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    for (const { path, code } of examples) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), code);
    }
    return (await compile(folder)).split('\n').filter((line) => line.includes('error TS'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The exit code says only whether there are errors, and those are in the output. */
function compile(folder: string): Promise<string> {
  const args = [join(projectRoot, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}
