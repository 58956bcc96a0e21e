import { describe, expect, it } from 'vitest';
import { createWorkCalendar } from '../calendar/working-time.ts';
import {
  calculateDueDate,
  DEFAULT_HOURS,
  DEFAULT_TURNAROUNDS,
  findLongestTurnaround,
  getDueDateStart,
  findTurnaround,
  type Turnaround,
} from './turnaround.ts';

const createRow = (
  cus_id1: number | null,
  service_cat1_id: number | null,
  job_priority: Turnaround['job_priority'],
  hours: number,
): Turnaround => ({ cus_id1, service_cat1_id, job_priority, hours });

const ROWS = [
  createRow(null, null, null, 16),
  createRow(null, null, 'Urgent', 4),
  createRow(null, null, 'NONE', 20),
  createRow(null, 7, null, 30),
  createRow(null, 7, 'Urgent', 6),
  createRow(3, null, null, 12),
  createRow(3, 7, null, 10),
  createRow(3, 7, 'Urgent', 2),
];
const findHours = (cus_id1: number, service_cat1_id: number, job_priority: 'Urgent' | 'Carefully' | null) =>
  findTurnaround(ROWS, { cus_id1, service_cat1_id, job_priority })?.hours;

describe('the turnaround of work', () => {
  it('the most specific rule applies: customer before category before priority', () => {
    expect(findHours(1, 1, 'Carefully')).toBe(16);
    expect(findHours(1, 1, null)).toBe(20);
    expect(findHours(1, 1, 'Urgent')).toBe(4);
    expect(findHours(1, 7, 'Carefully')).toBe(30);
    expect(findHours(1, 7, 'Urgent')).toBe(6);
    // A rule for the customer outweighs one for both category and priority.
    expect(findHours(3, 1, 'Urgent')).toBe(12);
    expect(findHours(3, 7, null)).toBe(10);
    expect(findHours(3, 7, 'Urgent')).toBe(2);
  });

  it('a job has the longest turnaround of its details, in any order of the rules', () => {
    const details = [{ service_cat1_id: 1 }, { service_cat1_id: 7 }, { service_cat1_id: 2 }];
    const job = { cus_id1: 1, job_priority: 'Urgent' as const };
    expect(findLongestTurnaround(ROWS, details, job)?.hours).toBe(6);
    expect(findLongestTurnaround(ROWS.toReversed(), details.toReversed(), job)?.hours).toBe(6);
    expect(findLongestTurnaround(ROWS, [], job)?.hours).toBe(4);
  });
});

describe('due dates', () => {
  const calendar = createWorkCalendar(DEFAULT_HOURS, []);
  const calculateDue = (created_at: string, job_date: string) =>
    calculateDueDate(
      calendar,
      DEFAULT_TURNAROUNDS,
      [{ service_cat1_id: 1 }],
      { cus_id1: 1, job_priority: 'Urgent' },
      getDueDateStart(created_at, job_date),
    );

  it('the time starts when the job is added, or later on its date', () => {
    // Wednesday 18 November 2026, 10:00 in Bangkok.
    const createdAt = '2026-11-18T03:00:00.000Z';
    expect(calculateDue(createdAt, '2026-11-18')).toBe('2026-11-18T08:30:00.000Z');
    expect(calculateDue(createdAt, '2026-11-17')).toBe('2026-11-18T08:30:00.000Z');
    expect(calculateDue(createdAt, '2026-11-20')).toBe('2026-11-20T05:00:00.000Z');
    // A job for a Sunday begins on Monday.
    expect(calculateDue(createdAt, '2026-11-22')).toBe('2026-11-23T05:00:00.000Z');
  });

  it('the due date is null when no turnaround fits', () => {
    expect(
      calculateDueDate(
        calendar,
        [createRow(3, null, null, 4)],
        [],
        { cus_id1: 1, job_priority: null },
        '2026-11-18T03:00:00.000Z',
      ),
    ).toBe(null);
  });
});
