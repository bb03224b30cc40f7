// Deletes compiled files whose source is gone, so that a renamed test or module does not live on in the output.
// Usage: node scripts/prune-output.js <output folder> <source folder>
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const [output, source] = process.argv.slice(2).map((folder) => resolve(folder));

function isStale(file) {
  const compiled = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(relative(output, file));
  return compiled !== null && !existsSync(join(source, `${compiled[1]}.ts`));
}

if (existsSync(output)) {
  readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isStale)
    .forEach((file) => rmSync(file));
}
