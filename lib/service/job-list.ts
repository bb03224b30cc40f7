import { InvalidInputError } from '../errors/invalid-input.error.js';
import { JOB_STATUSES, type JobStatus } from '../job/job-status.js';
import type { Job } from '../job/job.js';
import { checkOwner, checkQueue, checkType } from '../job/name.js';
import type { ListRequest } from '../store/job-store.js';

/** What `JobService.list()` shows. */
export interface ListOptions {
  /** One state or several. @default all */
  readonly status?: JobStatus | readonly JobStatus[];
  readonly type?: string;
  readonly queue?: string;
  readonly owner?: string;
  /** Jobs of a page, 1 to 200. @default 50 */
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
}

/** Names of the ListOptions. */
export const LIST_OPTIONS = ['status', 'type', 'queue', 'owner', 'limit', 'cursor'] as const;

/** A page of jobs, newest first. */
export interface JobPage {
  readonly jobs: Job[];
  /** Give it as `cursor` for the next page; null on the last one. Stays valid while jobs come and go. */
  readonly nextCursor: string | null;
}

const LARGEST_PAGE = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isJobId(id: unknown): id is string {
  return typeof id === 'string' && UUID.test(id);
}

/** One row more than the page, to know whether there is a next one. @throws InvalidInputError naming the filter. */
export function toListRequest({ limit = 50, cursor, ...filters }: ListOptions): ListRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE)
    throw new InvalidInputError('limit', `must be a whole number from 1 to ${LARGEST_PAGE}`);
  return { ...toFilters(filters), before: cursor === undefined ? undefined : fromCursor(cursor), limit: limit + 1 };
}

/** Names are checked here too: MySQL would take the owner 'a ' for 'a'. */
function toFilters({ status, type, queue, owner }: ListOptions): Pick<ListRequest, 'status' | 'type' | 'queue' | 'owner'> {
  return {
    status: statuses(status),
    type: type === undefined ? undefined : checkType(type),
    queue: queue === undefined ? undefined : checkQueue(queue),
    owner: owner === undefined ? undefined : checkOwner(owner),
  };
}

export function toPage(found: readonly Job[], { limit }: ListRequest): JobPage {
  const jobs = found.slice(0, limit - 1);
  const last = jobs.at(-1);
  return { jobs, nextCursor: found.length === limit && last ? Buffer.from(last.id).toString('base64url') : null };
}

function statuses(status: ListOptions['status']): readonly JobStatus[] | undefined {
  if (status === undefined) return undefined;
  const list = typeof status === 'string' ? [status] : status;
  if (list.length === 0 || !list.every((one) => JOB_STATUSES.includes(one)))
    throw new InvalidInputError('status', `must be of ${JOB_STATUSES.join(', ')}`);
  return list;
}

function fromCursor(cursor: string): string {
  const id = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  if (!isJobId(id)) throw new InvalidInputError('cursor', 'must be the nextCursor of an earlier page');
  return id;
}
