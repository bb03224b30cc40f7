import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from './paths.js';

/** Source files of a made-up project, by path. */
export type Sources = Readonly<Record<string, string>>;

interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly filename: string;
}

/** Lints the sources with this project's own rules, in a folder of their own. Gives one line for each finding. */
export async function lint(sources: Sources): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ntq_lint_'));
  try {
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    for (const file of ['oxlint.config.js', 'tsconfig.json', 'package.json']) await copyFile(join(projectRoot, file), join(folder, file));
    for (const [path, text] of Object.entries(sources)) await write(join(folder, path), text);
    return (await oxlint(folder)).map(({ filename, code, help, message }) => `${filename}: ${code}: ${help ?? message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The exit code says only whether there are findings, and those are in the output. */
function oxlint(folder: string): Promise<Diagnostic[]> {
  const args = [join(projectRoot, 'node_modules/oxlint/bin/oxlint'), '-c', 'oxlint.config.js', '--type-aware', '-f', 'json', 'lib'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics);
      else reject(new Error(`oxlint failed: ${stdout}${stderr}`));
    });
  });
}
