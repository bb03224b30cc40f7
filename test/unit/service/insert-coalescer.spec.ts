import { describe, expect, it, jest } from '@jest/globals';
import { DatabaseError } from '../../../lib/errors/database.error.js';
import { InsertCoalescer } from '../../../lib/service/insert-coalescer.js';
import type { InsertedJob, InsertRequest, NewJob } from '../../../lib/store/job-store.js';

const newJob = (id: string): NewJob => ({ id }) as NewJob;
const inserted = ({ jobs }: InsertRequest): InsertedJob[] => jobs.map(({ id }) => ({ job: { id }, created: true }) as InsertedJob);

function coalescerOn(answer: (request: InsertRequest) => InsertedJob[]) {
  const requests: string[][] = [];
  const insert = jest.fn(async (request: InsertRequest) => {
    requests.push(request.jobs.map(({ id }) => id));
    return answer(request);
  });
  return { coalescer: new InsertCoalescer({ insert }, () => undefined), requests };
}

describe('InsertCoalescer', () => {
  it('stores the calls of one moment together, and gives each its own job', async () => {
    const { coalescer, requests } = coalescerOn(inserted);
    const jobs = await Promise.all(['a', 'b', 'c'].map((id) => coalescer.insert(newJob(id))));
    expect(jobs.map(({ job }) => job.id)).toEqual(['a', 'b', 'c']);
    expect(requests).toEqual([['a', 'b', 'c']]);
  });

  it('stores what comes during a write with the next one', async () => {
    const later: Promise<InsertedJob>[] = [];
    const { coalescer, requests } = coalescerOn((request) => {
      if (later.length === 0) later.push(coalescer.insert(newJob('b')), coalescer.insert(newJob('c')));
      return inserted(request);
    });
    await coalescer.insert(newJob('a'));
    await Promise.all(later);
    expect(requests).toEqual([['a'], ['b', 'c']]);
  });

  it('R2.8: fails only the call that the database refuses', async () => {
    const { coalescer } = coalescerOn((request) => {
      if (request.jobs.some(({ id }) => id === 'bad')) throw new DatabaseError('22P02', false);
      return inserted(request);
    });
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((id) => coalescer.insert(newJob(id))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('R2.8: fails every call of a write that the database did not confirm', async () => {
    const { coalescer, requests } = coalescerOn(() => {
      throw new DatabaseError('ECONNREFUSED', true);
    });
    const results = await Promise.allSettled(['a', 'b'].map((id) => coalescer.insert(newJob(id))));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(requests).toHaveLength(1);
  });
});
