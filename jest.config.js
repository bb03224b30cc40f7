// Tests run as tsc compiled them (`npm run build:test`): the same JavaScript that their child processes run.
export default {
  roots: ['<rootDir>/.build/test'],
  testMatch: ['**/*.spec.js'],
  transform: {},
  injectGlobals: false,
  // Inside jest the sample app must share the compiled lib of the tests; child processes get dist/ by the package's own name.
  moduleNameMapper: { '^nestjs-typeorm-queue$': '<rootDir>/.build/lib/index.js' },
  globalSetup: '<rootDir>/.build/test/support/global-setup.js',
  globalTeardown: '<rootDir>/.build/test/support/global-teardown.js',
  maxWorkers: 2,
  testTimeout: 60_000,
};
