import { InvalidInputError } from '../errors/invalid-input.error.js';

const LABELS = { low: 0, medium: 10, high: 20, critical: 30 } as const;
const LARGEST = 2 ** 31 - 1;

export type PriorityLabel = keyof typeof LABELS;
/** A label, or any integer of 32 bits: higher runs first. */
export type Priority = PriorityLabel | number;

/** @throws InvalidInputError naming `priority` where it is neither a label nor an integer within 32 bits. */
export function toPriority(priority: Priority): number {
  const value = typeof priority === 'string' && Object.hasOwn(LABELS, priority) ? LABELS[priority] : priority;
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > LARGEST) {
    throw new InvalidInputError('priority', `must be ${Object.keys(LABELS).join(', ')} or an integer from -${LARGEST} to ${LARGEST}`);
  }
  return value + 0;
}

/** The label of exactly this number, else null. */
export function priorityLabel(priority: number): PriorityLabel | null {
  const entry = Object.entries(LABELS).find(([, value]) => value === priority);
  return entry ? (entry[0] as PriorityLabel) : null;
}
