import { describe, expect, it } from 'vitest';
import { advise, shrunkYield, type EditorFacts } from './advice.ts';

const editor = (user_id: number, over: Partial<EditorFacts> = {}): EditorFacts => ({
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
const order = (...editors: EditorFacts[]) => advise(editors).map(({ user_id }) => user_id);

describe('who should take it', () => {
  it('is whoever’s work passes first time, all else being equal', () => {
    expect(order(editor(1), editor(2, { passed: 40 }), editor(3, { passed: 20 }))).toEqual([2, 1, 3]);
  });

  it('does not hang on a few tasks: one of one is not better than 47 of 48', () => {
    const [few, many] = [editor(1, { first: 1, passed: 1 }), editor(2, { first: 48, passed: 47 })];
    expect(order(few, many)).toEqual([2, 1]);
    expect(shrunkYield({ first: 0, passed: 0 }, 0.8)).toBe(0.8);
  });

  it('weighs work in hand against it, up to a day’s', () => {
    expect(order(editor(1, { passed: 38, minutes: 240 }), editor(2))).toEqual([2, 1]);
    const [day, week] = advise([editor(1, { minutes: 480 }), editor(2, { minutes: 2400 })]);
    expect([day!.score, week!.score]).toEqual([day!.score, day!.score]);
  });

  it('prefers who is at work, and who knows the customer', () => {
    expect(order(editor(1), editor(2, { working: true }))).toEqual([2, 1]);
    expect(order(editor(1, { of_customer: 4 }), editor(2, { of_customer: 15 }))).toEqual([2, 1]);
  });

  it('is the same whatever order they come in, down to the last tie', () => {
    const all = [editor(3), editor(1), editor(2, { open_tasks: 1 })];
    expect(order(...all)).toEqual([1, 3, 2]);
    expect(order(...all.toReversed())).toEqual([1, 3, 2]);
  });

  it('adds its points up as they are said, reckoned by hand', () => {
    // Usual: (36 + 18) / 60 = 0.9; own: (36 + 18) / 60 = 90; 2 h in hand −6; working +4; 12 of the customer +2.
    const [only] = advise([editor(1, { minutes: 120, working: true, of_customer: 12 })]);
    expect(only).toMatchObject({ place: 1, score: 90 });
  });
});
