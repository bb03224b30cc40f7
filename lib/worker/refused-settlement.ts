import type { Settlement } from '../store/job-store.js';

const NO_TEXT = 'The database refused the text of this error.';

/** The same outcome without the texts that came from the handler. */
export function withoutWhatWasRefused({ claimed, outcome }: Settlement): Settlement {
  if (outcome.kind === 'completed') return { claimed, outcome: { ...outcome, result: null } };
  return { claimed, outcome: 'error' in outcome ? { ...outcome, error: NO_TEXT } : outcome };
}
