import { describe, expect, it } from 'vitest';
import { fit, type Need } from './data-table-fit.ts';

const need = (key: string, patch: Partial<Need>): Need => ({
  key,
  kind: 'exact',
  body: 80,
  head: 60,
  headBroken: 60,
  min: 120,
  grow: 1,
  leaves: undefined,
  ...patch,
});

const id = need('id', { body: 100 });
const job = need('job', { kind: 'name', body: 300, min: 140, grow: 2 });
const customer = need('customer', { kind: 'name', body: 200, min: 120 });
const note = need('note', { kind: 'text', body: 900, min: 100, leaves: 1 });
const since = need('since', { body: 90, leaves: 2 });

const total = (needs: readonly Need[], room: number) =>
  [...fit(needs, room).widths.values()].reduce((a, b) => a + b, 0);

describe('the room of a table', () => {
  it('is used to the last pixel, and never more than there is', () => {
    for (const room of [1400, 1000, 800, 640, 520]) {
      expect(total([id, job, customer, note, since], room), `${room}`).toBeCloseTo(room, 0);
    }
  });

  it('is given to names in full before long words get more than their least', () => {
    const { widths } = fit([id, job, customer, note, since], 100 + 300 + 200 + 100 + 90);
    expect(Object.fromEntries(widths)).toEqual({ id: 100, job: 300, customer: 200, note: 100, since: 90 });
  });

  it('never cuts a figure: whole columns leave instead, in the order declared', () => {
    expect(fit([id, job, customer, note, since], 549).left).toEqual(new Set(['note']));
    const { left, widths } = fit([id, job, customer, note, since], 400);
    expect(left).toEqual(new Set(['note', 'since']));
    expect(widths.get('id')).toBeGreaterThanOrEqual(100);
  });

  it('keeps what the rows are ordered by as long as names can give way', () => {
    const day = need('day', { body: 80, leaves: Infinity });
    const { left, widths } = fit([day, id, job, customer, since], 400);
    expect(left).toEqual(new Set(['since']));
    expect(widths.get('day')).toBe(80);
    expect(widths.get('job')! + widths.get('customer')!).toBeCloseTo(220, 0);
    expect(fit([day, id, job, customer, since], 320).left, 'but no table scrolls for it').toEqual(
      new Set(['since', 'day']),
    );
  });

  it('lets nobody leave for how long the names of the moment are', () => {
    const short = need('customer', { kind: 'name', body: 60, headBroken: 40, min: 120 });
    const leavesFor = (one: Need, room: number) => [...fit([id, job, one, since], room).left];
    for (const room of [440, 449, 450, 500])
      expect(leavesFor(short, room), `${room}`).toEqual(leavesFor(customer, room));
  });

  it('leaves what stands where it is while the same rows bring news: names give way', () => {
    const wide = need('status', { body: 140 });
    const narrow = { ...wide, body: 80 };
    const before = fit([narrow, job, customer, since, note], 80 + 140 + 120 + 90).left;
    expect(before).toEqual(new Set(['note']));
    const { left, widths } = fit([wide, job, customer, since, note], 80 + 140 + 120 + 90, before);
    expect(left).toEqual(before);
    expect(widths.get('status')).toBe(140);
    expect(widths.get('job')! + widths.get('customer')!).toBeCloseTo(200, 0);
    expect(fit([wide, job, customer, since, note], 2000, before).left, 'and nobody comes back').toEqual(before);
    expect(fit([wide, job, customer, since], 300, new Set()).left, 'but no figure is cut').toEqual(new Set(['since']));
  });

  it('brings back what left first when a wide column has left after it', () => {
    const strip = need('strip', { body: 136, leaves: 3 });
    expect(fit([id, job, since, strip], 460).left).toEqual(new Set(['since']));
    expect(fit([id, job, since, strip], 350).left).toEqual(new Set(['strip']));
    expect(fit([id, job, since, strip], 320).left).toEqual(new Set(['since', 'strip']));
  });

  it('takes from names only when nothing is left that may leave', () => {
    const { widths, left } = fit([id, job, customer], 300);
    expect(left.size).toBe(0);
    expect(widths.get('id')).toBe(100);
    expect(widths.get('job')! + widths.get('customer')!).toBeCloseTo(200, 0);
  });

  it('breaks a long head before it takes a name its words', () => {
    const price = need('price', { body: 50, head: 140, headBroken: 70 });
    expect(fit([price, job], 370).widths.get('price')).toBe(70);
    expect(fit([price, job], 440).widths.get('price')).toBe(140);
  });

  it('gives what is left over to what grows, not to figures', () => {
    const { widths } = fit([id, job, customer], 1200);
    expect(widths.get('id')).toBe(100);
    expect(widths.get('job')).toBeGreaterThan(widths.get('customer')!);
  });
});
