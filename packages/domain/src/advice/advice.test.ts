import { describe, expect, it } from 'vitest';
import { rankEditors, smoothYield, type EditorFacts } from './advice.ts';

const createEditor = (user_id: number, over: Partial<EditorFacts> = {}): EditorFacts => ({
  user_id,
  first: 40,
  passed: 36,
  done: 40,
  minutes: 0,
  open_tasks: 0,
  working: false,
  of_customer: 0,
  ...over,
});
const order = (...editors: EditorFacts[]) => rankEditors(editors).map(({ user_id }) => user_id);

describe('advice for an assignment', () => {
  it('the editor with the highest yield comes first when the rest is equal', () => {
    expect(order(createEditor(1), createEditor(2, { passed: 40 }), createEditor(3, { passed: 20 }))).toEqual([2, 1, 3]);
  });

  it('an editor with one passed task does not come before one with 47 of 48', () => {
    const [few, many] = [createEditor(1, { first: 1, passed: 1 }), createEditor(2, { first: 48, passed: 47 })];
    expect(order(few, many)).toEqual([2, 1]);
    expect(smoothYield({ first: 0, passed: 0 }, 0.8)).toBe(0.8);
  });

  it('work in progress lowers the score by at most one day of work', () => {
    expect(order(createEditor(1, { passed: 38, minutes: 240 }), createEditor(2))).toEqual([2, 1]);
    const [day, week] = rankEditors([createEditor(1, { minutes: 480 }), createEditor(2, { minutes: 2400 })]);
    expect([day!.score, week!.score]).toEqual([day!.score, day!.score]);
  });

  it('editors who are working and who know the customer come first', () => {
    expect(order(createEditor(1), createEditor(2, { working: true }))).toEqual([2, 1]);
    expect(order(createEditor(1, { of_customer: 4 }), createEditor(2, { of_customer: 15 }))).toEqual([2, 1]);
  });

  it('the order stays the same when the editors come in another order', () => {
    const all = [createEditor(3), createEditor(1), createEditor(2, { open_tasks: 1 })];
    expect(order(...all)).toEqual([1, 3, 2]);
    expect(order(...all.toReversed())).toEqual([1, 3, 2]);
  });

  it('a score is the sum of its points', () => {
    // Calculation: the usual yield is (36 + 18) / 60 = 0.9, so the own yield is (36 + 18) / 60 = 90 points. 2 h in progress −6, working +4,
    // 12 tasks of the customer +2.
    const [only] = rankEditors([createEditor(1, { minutes: 120, working: true, of_customer: 12 })]);
    expect(only).toMatchObject({ rank: 1, score: 90 });
  });
});
