import { describe, expect, it } from '@jest/globals';
import { inSavepoint } from '../../../lib/store/typeorm/in-savepoint.js';
import { driveSync, query, type Plan } from '../../../lib/store/typeorm/plan.js';
import { raw } from '../../../lib/store/typeorm/sql.js';
import { whileOpen } from '../../../lib/store/typeorm/while-open.js';

const failure = new Error('refused');

function* twoWrites(): Plan<string> {
  yield* query(raw('one'));
  yield* query(raw('two'));
  return 'written';
}

/** The statements that are sent, with what the second write or the end of the transaction makes of them. */
function sent({ refuse = [], open = Infinity }: { refuse?: string[]; open?: number }) {
  const texts: string[] = [];
  const plan = whileOpen(inSavepoint(twoWrites()), () => texts.length < open);
  const ask = ({ text }: { text: string }) => {
    const short = text.replace(/ nestjs_typeorm_queue$/, '');
    texts.push(short);
    if (refuse.includes(short)) throw short === 'two' ? failure : new Error('no such savepoint');
    return { rows: [], affected: 0 };
  };
  return { texts, run: () => driveSync(plan, ask) };
}

describe('a plan in a savepoint of the caller’s transaction', () => {
  it('R2.4: releases it when all is written', () => {
    const { texts, run } = sent({});
    expect(run()).toBe('written');
    expect(texts).toEqual(['SAVEPOINT', 'one', 'two', 'RELEASE SAVEPOINT']);
  });

  it('R2.4: rolls back to it when a statement is refused, and gives the error on', () => {
    const { texts, run } = sent({ refuse: ['two'] });
    expect(run).toThrow(failure);
    expect(texts).toEqual(['SAVEPOINT', 'one', 'two', 'ROLLBACK TO SAVEPOINT']);
  });

  it('R2.4: gives the first error on also where the savepoint is gone with the whole transaction', () => {
    const { run } = sent({ refuse: ['two', 'ROLLBACK TO SAVEPOINT'] });
    expect(run).toThrow(failure);
  });

  it.each([0, 1, 2, 3])('R2.3: sends nothing after the transaction has ended, not even for the savepoint (%i sent before)', (open) => {
    const { texts, run } = sent({ open });
    expect(run).toThrow('belongs to a transaction that ended');
    expect(texts).toHaveLength(open);
  });
});
