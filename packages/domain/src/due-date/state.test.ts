import { describe, expect, it } from 'vitest';
import { createWorkCalendar } from '../calendar/working-time.ts';
import { getDueDateState } from './state.ts';
import { DEFAULT_HOURS } from './turnaround.ts';

const calendar = createWorkCalendar(DEFAULT_HOURS, []);
// Wednesday 18 November 2026, 17:30 in Bangkok.
const DUE = '2026-11-18T10:30:00.000Z';
const open = (now: string) => getDueDateState(calendar, { due_at: DUE, done: false, done_at: null }, now);
const getDoneState = (done_at: string | null) =>
  getDueDateState(calendar, { due_at: DUE, done: true, done_at }, '2026-11-30T00:00:00.000Z');

describe('the state of a due date', () => {
  it('open work has its remaining working time, without lunch', () => {
    // 11:30 is half an hour before lunch, and four hours follow it.
    expect(open('2026-11-18T04:30:00.000Z')).toEqual({ kind: 'ahead', minutes: 270 });
    expect(open('2026-11-18T10:29:30.000Z')).toEqual({ kind: 'ahead', minutes: 0 });
  });

  it('late work is measured in working time, without the night', () => {
    expect(open(DUE)).toEqual({ kind: 'ahead', minutes: 0 });
    expect(open('2026-11-18T14:00:00.000Z')).toEqual({ kind: 'late', minutes: 0 });
    expect(open('2026-11-19T03:10:00.000Z')).toEqual({ kind: 'late', minutes: 130 });
  });

  it('completed work was on time or late, whatever the time is now', () => {
    expect(getDoneState(DUE)).toEqual({ kind: 'on_time' });
    expect(getDoneState('2026-11-19T03:10:00.000Z')).toEqual({ kind: 'broken', minutes: 130 });
    expect(getDoneState(null)).toEqual({ kind: 'done' });
  });

  it('work without a due date has no due date state', () => {
    expect(getDueDateState(calendar, { due_at: null, done: false, done_at: null }, DUE)).toEqual({ kind: 'none' });
  });
});
