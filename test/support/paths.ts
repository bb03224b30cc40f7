import { fileURLToPath } from 'node:url';

/** The folder of package.json. This file runs as .build/test/support/paths.js. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The compiled tree: lib, sample-app and test. */
export const buildRoot = fileURLToPath(new URL('../../', import.meta.url));
