import { describe, expect, it, jest } from '@jest/globals';
import { OrphanedClaims } from '../../../lib/worker/orphaned-claims.js';

function orphans() {
  const released: (readonly string[])[] = [];
  const releaseClaims = jest.fn(async (tokens: readonly string[]) => released.push(tokens));
  return { claims: new OrphanedClaims({ releaseClaims }), released };
}

const LATER = () => performance.now() + 60_000;

describe('OrphanedClaims: claims whose answer did not arrive', () => {
  it('asks the database nothing while there are none', async () => {
    const { claims, released } = orphans();
    await claims.release();
    expect(released).toEqual([]);
  });

  it('gives them back again and again while their lease lasts, since a statement that was cut off can take effect late', async () => {
    const { claims, released } = orphans();
    claims.add({ leaseToken: 'a', leaseEnd: LATER() });
    await claims.release();
    await claims.release();
    expect(released).toEqual([['a'], ['a']]);
  });

  it('leaves those to the sweeper whose lease has run out', async () => {
    const { claims, released } = orphans();
    claims.add({ leaseToken: 'a', leaseEnd: 0 });
    await claims.release();
    await claims.release();
    expect(released).toEqual([['a']]);
  });
});
