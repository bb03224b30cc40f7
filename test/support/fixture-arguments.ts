// A fixture does not outlive the test that started it. Of itself this must not keep it alive: only waiting for messages does.
process.once('disconnect', () => process.exit());
process.channel?.unref();
process.on('newListener', (event) => {
  if (event === 'message') process.channel?.ref();
});

/** The JSON arguments that the test gave to `spawnFixture`. Called by fixtures, in their own process. */
export function fixtureArguments<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}
