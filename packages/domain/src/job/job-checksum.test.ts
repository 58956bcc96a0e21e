import { describe, expect, it } from 'vitest';
import { calculateJobChecksum } from './job-checksum.ts';

const createDetail = (job_detail_id: number, version: number, ...tasks: number[]) => ({
  job_detail_id,
  version,
  tasks: tasks.map((task_id) => ({ task_id })),
});
const READ = [createDetail(41, 1, 70, 71), createDetail(42, 3, 72)];

describe('the number for the details and tasks of a job', () => {
  it('the number does not depend on the order', () => {
    expect(calculateJobChecksum(READ)).toBe(300);
    expect(calculateJobChecksum(READ.toReversed())).toBe(300);
    expect(calculateJobChecksum([])).toBe(0);
  });

  it.each([
    ['a detail was added', [...READ, createDetail(43, 1, 73)]],
    ['a detail was changed', [createDetail(41, 2, 70, 71), createDetail(42, 3, 72)]],
    ['a detail was replaced by another', [createDetail(41, 1, 70, 71), createDetail(44, 1, 74)]],
    ['a detail was deleted', [createDetail(41, 1, 70, 71)]],
    ['a task was added', [createDetail(41, 1, 70, 71, 73), createDetail(42, 3, 72)]],
    ['a task was deleted', [createDetail(41, 1, 70), createDetail(42, 3, 72)]],
    ['a task was replaced by another', [createDetail(41, 1, 70, 73), createDetail(42, 3, 72)]],
  ])('the number changes when %s', (_what, now) =>
    expect(calculateJobChecksum(now)).not.toBe(calculateJobChecksum(READ)),
  );

  it('the number stays the same when a task makes a step', () => {
    const begun = { ...createDetail(42, 3), tasks: [{ task_id: 72, status: 3, version: 4 }] };
    expect(calculateJobChecksum([createDetail(41, 1, 70, 71), begun])).toBe(calculateJobChecksum(READ));
  });
});
