import { createHash } from 'node:crypto';

/** Statements that a connection keeps prepared: each costs memory of its server process. */
const MOST_NAMED = 100;
const MOST_KNOWN = 1_000;
/** Longer ones are bulk inserts, of which hardly two are alike. */
const LONGEST_KNOWN = 8_192;
/** Preparing pays only for what comes again. */
const USES_BEFORE_NAME = 3;

interface Known {
  readonly text: string;
  name: string | undefined;
  uses: number;
}

/** The statements of this package as pg takes them: with `$1`, `$2`, .. and, where they come often, under a name to stay prepared. */
export class StatementTexts {
  private readonly known = new Map<string, Known>();
  private named = 0;

  constructor(private readonly prepared: boolean) {}

  /** @param given with `?` for each parameter; our statements hold no other question mark */
  of(given: string): { readonly text: string; readonly name: string | undefined } {
    const known = this.known.get(given) ?? this.learn(given);
    if (this.prepared && ++known.uses === USES_BEFORE_NAME && this.named < MOST_NAMED) {
      known.name = nameOf(known.text);
      this.named++;
    }
    return { text: known.text, name: known.name };
  }

  private learn(text: string): Known {
    let number = 0;
    const known = { text: text.replaceAll('?', () => `$${++number}`), name: undefined, uses: 0 };
    if (text.length <= LONGEST_KNOWN && this.known.size < MOST_KNOWN) this.known.set(text, known);
    return known;
  }
}

/** The same text has the same name in every process: a connection that a pooler hands on may hold it already. */
function nameOf(text: string): string {
  return `ntq_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}
