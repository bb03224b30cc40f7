/** Prints a figure when asked to (`NTQ_FIGURES=1`): a test must not fail for the speed of its machine. */
export function report(what: string, count: number, milliseconds: number): void {
  if (process.env['NTQ_FIGURES'] !== '1') return;
  process.stdout.write(`${what}: ${Math.round(milliseconds)} ms, ${Math.round((count / milliseconds) * 1_000)}/s\n`);
}
