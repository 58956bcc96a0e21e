import { describe, expect, it } from 'vitest';
import { getDetailStatus } from '../task/status.ts';
import { jobStatus, createProdId, createSubProdId } from './status.ts';

describe('derived statuses', () => {
  it('a detail has the status of its slowest task, or To Do without tasks', () => {
    expect(getDetailStatus([9, 4, 6])).toBe(4);
    expect(getDetailStatus([])).toBe(1);
  });

  it('a job is to do before work, pending during work and completed after it', () => {
    expect(jobStatus([])).toBe('TO_DO');
    expect(jobStatus([1, 2])).toBe('TO_DO');
    expect(jobStatus([1, 3])).toBe('PENDING');
    expect(jobStatus([9, 13])).toBe('PENDING');
    expect(jobStatus([9, 9])).toBe('COMPLETED');
  });
});

describe('numbers of jobs and details', () => {
  it('a number has the day and a running number', () => {
    expect(createProdId('2026-11-20', 7)).toBe('261120-007');
    expect(createProdId('2026-11-20', 1234)).toBe('261120-1234');
    expect(createSubProdId('261120-007', 3)).toBe('261120-007-03');
  });
});
