// Lint rules, and the layers of lib/ as import rules. Which layer may import which is the table below; everything else is refused.
// Any other folder of lib/ is an integration: it uses the public surface only, and no layer imports it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LAYERS = {
  errors: [],
  job: ['errors'],
  options: ['job', 'errors'],
  store: ['job', 'errors'],
  signals: ['store', 'job', 'errors'],
  scheduling: ['options', 'job', 'errors'],
  handlers: ['options', 'store', 'job', 'errors'],
  service: ['handlers', 'options', 'store', 'signals', 'scheduling', 'job', 'errors'],
  worker: ['handlers', 'options', 'store', 'signals', 'scheduling', 'job', 'errors'],
  maintenance: ['handlers', 'options', 'store', 'signals', 'scheduling', 'job', 'errors'],
};
const PURE = ['errors', 'job'];
const ADAPTER = 'store/typeorm';
const folders = existsSync(join(import.meta.dirname, 'lib'))
  ? readdirSync(join(import.meta.dirname, 'lib')).filter((name) => !name.includes('.'))
  : [];

const ownName = { regex: '^nestjs-typeorm-queue', message: 'Inside lib/, import the file itself.' };
const compositionRoot = { regex: '^(\\.\\./)+(index|queue\\.[\\w.-]+)\\.js$', message: 'Layers do not import the module or the public surface.' };
const adapter = { regex: '(^|/)store/typeorm/|^(\\./)?typeorm/', message: 'Only the composition root imports the TypeORM store; use the port.' };
const typeorm = { regex: '^typeorm(/|$)', message: 'Only lib/store/typeorm imports typeorm.' };
const nestTypeorm = { regex: '^@nestjs/typeorm(/|$)', message: 'Only lib/store/typeorm and the composition root import @nestjs/typeorm.' };
// All but relative paths and node:crypto. The regular expressions of oxlint have no look-ahead, and a negated `group` would switch off the other patterns.
const packages = {
  regex: '^([^.n]|n[^o]|no[^d]|nod[^e]|node[^:]|node:[^c]|node:c[^r])',
  message: 'This layer is pure: it imports no packages.',
};

function otherLayers(layer) {
  const refused = [...new Set([...Object.keys(LAYERS), ...folders])].filter((other) => other !== layer && !LAYERS[layer].includes(other));
  return refused.map((other) => ({ regex: `^(\\.\\./)+${other}/`, message: `lib/${layer} may not import lib/${other}.` }));
}

function imports(files, patterns, excludeFiles = []) {
  return { files, excludeFiles, rules: { 'no-restricted-imports': ['error', { patterns: [ownName, ...patterns] }] } };
}

function layerRules(layer) {
  const pure = PURE.includes(layer) ? [packages] : [];
  return imports([`lib/${layer}/**/*.ts`], [compositionRoot, adapter, typeorm, nestTypeorm, ...pure, ...otherLayers(layer)], [`lib/${ADAPTER}/**`]);
}

const integrations = {
  ...imports(
    ['lib/*/**/*.ts'],
    [
      typeorm,
      nestTypeorm,
      {
        regex: `^(\\.\\./)+(${Object.keys(LAYERS).join('|')})/|^(\\.\\./)+queue\\.`,
        message: 'Integrations use the public surface only: ../index.js.',
      },
    ],
  ),
  excludeFiles: Object.keys(LAYERS).map((layer) => `lib/${layer}/**`),
};

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'node', 'jest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['node_modules', 'dist', '.build', 'coverage', '.data'],
  rules: {
    eqeqeq: 'error',
    'import/no-cycle': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off', // rows and JSON enter as unknown; one assertion at that border is the point
    'typescript/no-unnecessary-type-parameters': 'off', // a caller names the type that it expects
    'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }], // Nest modules
    'unicorn/no-array-sort': 'off',
    'import/no-unassigned-import': 'off',
    'jest/no-focused-tests': 'error',
    'jest/no-disabled-tests': 'error',
  },
  overrides: [
    // Modules are decorated by a call there: plain JavaScript has no decorators.
    { files: ['bench/**/*.mjs'], rules: { 'typescript/no-extraneous-class': 'off' } },
    { files: ['lib/**/*.ts'], rules: { 'import/no-default-export': 'error', 'no-console': 'error' } },
    {
      files: ['test/**/*.ts'],
      rules: { 'typescript/no-extraneous-class': 'off', 'unicorn/consistent-function-scoping': 'off', 'jest/expect-expect': 'off' },
    },
    imports(['lib/*.ts'], [typeorm]),
    integrations,
    ...Object.keys(LAYERS).map(layerRules),
    imports([`lib/${ADAPTER}/**/*.ts`], [compositionRoot, ...otherLayers('store').filter(({ regex }) => !regex.endsWith('options/'))]),
  ],
};
