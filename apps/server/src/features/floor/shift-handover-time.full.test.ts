import { endpoints } from '@darkroom/contract/endpoints';
import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClock, createTestApp, type ApiClient } from '../../testing/app.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { FRIDAY, createTwoDays, THURSDAY, type TwoDays } from '../../testing/two-days.ts';

const { floor } = endpoints;
type ShiftHandover = OutputOf<typeof floor.handover>;

let days: TwoDays;
beforeAll(async () => {
  days = await createTwoDays();
});
afterAll(() => days.bureau.close());

const readHandover = (input: Partial<InputOf<typeof floor.handover>> = {}, who: ApiClient = days.boss()) =>
  who.call(floor.handover, { ...FRIDAY, ...input });
const findNamesIn = (result: ShiftHandover, name: string) =>
  result.parts.find(({ part }) => part === name)!.rows.map((row) => row.name);
const findRow = (result: ShiftHandover, part: string, name: string) =>
  result.parts.find((section) => section.part === part)!.rows.find((row) => row.name === name);
/**
 * Returns the work in a handover without the changes since the last one. Due dates in its period count by their current
 * state.
 */
const toSummary = ({ at, happened: { added, done, faults }, parts }: ShiftHandover) => ({
  at,
  happened: { added, done, faults },
  parts: parts
    .filter(({ part }) => !['away', 'requests'].includes(part))
    .map(({ part, total, rows }) => ({ part, total, rows: rows.map((row) => ({ ...row, is_new: false })) })),
});

describe('a shift handover of a past period', () => {
  it('a past handover is the same as when its period ended', async () => {
    expect(toSummary(await readHandover({ ...THURSDAY, shift: 'morning' }))).toEqual(toSummary(days.atNoon));
    expect(toSummary(await readHandover(THURSDAY))).toEqual(toSummary(days.atMidnight));
    expect(toSummary(await readHandover({ ...THURSDAY, shift: 'afternoon' })).parts).toEqual(
      toSummary(days.atMidnight).parts,
    );
  });

  it('the morning shows its late, at-risk and started work at noon', async () => {
    const morning = await readHandover({ ...THURSDAY, shift: 'morning' });
    expect(morning.at).toBe('2026-11-19T05:00:00.000Z');
    expect(findNamesIn(morning, 'late')).toEqual(['Wedding', 'New due date']);
    expect(findRow(morning, 'late', 'Wedding')).toMatchObject({
      wait: 'to_edit',
      who: 'Lan',
      since: '2026-11-19T02:00:00.000Z',
    });
    // By the due date at that time.
    expect(findRow(morning, 'late', 'New due date')).toMatchObject({
      wait: 'to_assign',
      due_at: '2026-11-19T04:00:00.000Z',
    });
    expect(findNamesIn(morning, 'at_risk')).toEqual(['Album']);
    expect(findNamesIn(morning, 'urgent').sort()).toEqual(['Album', 'Plans', 'Taken back']);
    // The later undo had not happened yet.
    expect(findRow(morning, 'urgent', 'Taken back')).toMatchObject({
      wait: 'to_edit',
      since: '2026-11-19T04:59:40.000Z',
    });
    expect(findNamesIn(morning, 'faults')).toEqual([]);
    expect(findNamesIn(morning, 'rework')).toEqual([]);
    expect(morning.happened).toEqual({ added: 6, done: 0, faults: 0, due: 1, on_time: 0 });
  });

  it('a past handover shows yesterday’s late work, also if completed since', async () => {
    const day = await readHandover(THURSDAY);
    expect(day.at).toBe('2026-11-19T17:00:00.000Z');
    expect(findNamesIn(day, 'late')).toEqual(['Wedding']);
    expect(findRow(day, 'faults', 'Wedding')).toMatchObject({
      wait: 'to_resolve',
      who: 'Lan',
      since: '2026-11-19T08:10:00.000Z',
      note: 'A halo',
    });
    expect(findRow(day, 'rework', 'Prints')).toMatchObject({
      wait: 'to_rework',
      note: 'Warmer',
      since: '2026-11-19T06:00:00.000Z',
    });
    expect(findRow(day, 'urgent', 'Taken back')).toMatchObject({ wait: 'to_start', since: '2026-11-19T01:30:00.000Z' });
    expect(findNamesIn(day, 'at_risk')).toEqual([]);
    expect(JSON.stringify(day)).not.toContain('Portrait');
    expect(day.happened).toMatchObject({ faults: 1, done: 0 });
    const today = await readHandover();
    expect(today.at).toBe('2026-11-20T04:00:00.000Z');
    expect(findNamesIn(today, 'late')).toEqual(['Portrait']);
    expect(findNamesIn(today, 'faults')).toEqual([]);
    expect(findRow(today, 'rework', 'Prints')).toMatchObject({ wait: 'to_recheck' });
  });

  it('a past handover reads steps without a snapshot of their task', async () => {
    const yesterday = toSummary(await readHandover(THURSDAY));
    const storedSteps = await days.bureau.db.selectFrom('task_history').select(['id', 'before']).execute();
    await days.bureau.db.updateTable('task_history').set({ before: null }).execute();
    // Only the snapshot has the start of the status after an undo.
    const bare = toSummary(await readHandover(THURSDAY));
    const hideUndoTime = (row: { name: string }) => (row.name === 'Taken back' ? { ...row, since: null } : row);
    const toComparable = (handover: typeof bare) =>
      handover.parts.map((part) => ({ ...part, rows: part.rows.map(hideUndoTime) }));
    expect(toComparable(bare)).toEqual(toComparable(yesterday));
    expect(toSummary(await readHandover({ ...THURSDAY, shift: 'morning' }))).toEqual(toSummary(days.atNoon));
    for (const { id, before } of storedSteps)
      await days.bureau.db
        .updateTable('task_history')
        .set({ before: before === null ? null : JSON.stringify(before) })
        .where('id', '=', id)
        .execute();
  });

  it('absent people and waiting customers are shown only for today', async () => {
    await buildRequest(days.bureau.db, { subject: 'Where is it?' });
    const listParts = (result: ShiftHandover) => result.parts.map(({ part }) => part);
    const yesterday = await readHandover(THURSDAY);
    expect(listParts(yesterday)).toEqual(['late', 'at_risk', 'urgent', 'faults', 'rework']);
    expect(yesterday.unavailable_parts).toEqual(['away', 'requests']);
    const [today, early] = [await readHandover(), await readHandover({ date_from: THURSDAY.date_from })];
    for (const result of [today, early]) {
      expect(listParts(result).slice(-2)).toEqual(['away', 'requests']);
      expect(result.unavailable_parts).toEqual([]);
    }
    await days.setClock(20, '14:00');
    const morning = await readHandover({ shift: 'morning' });
    expect(morning.at).toBe('2026-11-20T05:00:00.000Z');
    expect(findNamesIn(morning, 'requests')).toEqual(['Where is it?']);
    // A user who never sees requests gets no note that they are left out.
    const leader = await days.bureau.as(['npn_view_all_tasks']);
    expect((await readHandover(THURSDAY, leader)).unavailable_parts).toEqual(['away']);
  });

  it('the PDF shows its time and only the sections of today', async () => {
    const { rawPayload } = await days.bureau.app.inject({
      method: 'POST',
      url: floor.handoverFile.path,
      headers: { authorization: `Bearer ${days.boss().token}` },
      payload: { format: 'pdf', language: 'en', filter: THURSDAY },
    });
    const paper = await getDocument({ data: new Uint8Array(rawPayload), useSystemFonts: false, verbosity: 0 }).promise;
    const { items } = await (await paper.getPage(1)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    expect(text).toContain('As of 20 Nov 2026 00:00');
    expect(text).toContain('Wedding');
    expect(text).not.toContain('Portrait');
    expect(text).toMatch(/people who are away\s*Shown only for today\..*waiting for a reply\s*Shown only for today\./);
  });

  it('the handover covers the visible workstreams, and is refused without one', async () => {
    const pte = await days.bureau.as(['npn_view_all_pte_tasks']);
    expect(findNamesIn(await readHandover(THURSDAY, pte), 'urgent').sort()).toEqual(['Album', 'Taken back']);
    expect(findNamesIn(await readHandover({ ...THURSDAY, workstream: 'OTS' }), 'urgent')).toEqual(['Plans']);
    for (const call of [floor.handover, floor.saveHandover])
      expect((await days.lan().send(call, THURSDAY)).status).toBe(403);
  });
});

describe('a period without a shift handover', () => {
  const readRefusal = async (
    input: object,
    call: typeof floor.handover | typeof floor.saveHandover = floor.handover,
  ) => {
    const { status, problem } = await days.boss().send(call, { ...FRIDAY, ...input });
    return [status, ...(problem.errors ?? []).map(({ field, code }) => `${field} ${code}`)];
  };

  it('a future period can be neither read nor stored', async () => {
    const tomorrow = { date_from: '2026-11-21', date_to: '2026-11-21' };
    for (const call of [floor.handover, floor.saveHandover]) {
      expect(await readRefusal(tomorrow, call)).toEqual([422, 'date_from not_started']);
      // A period that has begun can end later.
      expect((await days.boss().send(call, { date_from: '2026-11-20', date_to: '2026-11-21' })).status).toBe(200);
    }
    const early = makeClock('2026-11-20T02:00:00.000Z');
    const another = await createTestApp({ database: days.bureau, clock: early });
    const there = await another.as(days.boss());
    for (const call of [floor.handover, floor.saveHandover])
      expect((await there.send(call, { ...FRIDAY, shift: 'afternoon' })).problem).toMatchObject({
        status: 422,
        errors: [{ field: 'shift', code: 'not_started' }],
      });
    await another.close();
  });

  it('a period more than 31 days ago is refused', async () => {
    expect((await days.boss().send(floor.handover, { date_from: '2026-10-20', date_to: '2026-10-20' })).status).toBe(
      200,
    );
    const far = { date_from: '2026-10-19', date_to: '2026-10-19' };
    expect(await readRefusal(far)).toEqual([422, 'date_from too_far_back', 'date_to too_far_back']);
    expect(await readRefusal(far, floor.saveHandover)).toEqual([422, 'date_from too_far_back', 'date_to too_far_back']);
    expect(await readRefusal({ date_from: '2026-10-19' })).toEqual([422, 'date_from too_far_back']);
    const file = await days.boss().send(floor.handoverFile as never, {
      format: 'pdf',
      language: 'en',
      filter: { ...far, shift: 'day' },
    });
    expect(file.problem.errors?.map(({ field }) => field)).toEqual(['filter.date_from', 'filter.date_to']);
  });
});

describe('the changes in a shift handover', () => {
  it('changes are counted since the last handover with an earlier end', async () => {
    await days.bureau.db.deleteFrom('shift_handover').execute();
    const noon = await days.boss().call(floor.saveHandover, { ...THURSDAY, shift: 'morning' });
    expect(noon.at).toBe('2026-11-19T05:00:00.000Z');
    // A handover is not compared with a later one or itself.
    expect((await readHandover({ ...THURSDAY, shift: 'morning' })).before).toBeNull();
    const day = await readHandover(THURSDAY);
    expect(day.before).toMatchObject({ at: noon.at });
    const listNewRows = (result: ShiftHandover) =>
      result.parts.flatMap(({ part, rows }) => rows.filter((row) => row.is_new).map(({ name }) => `${part} ${name}`));
    expect(listNewRows(day)).toEqual(['faults Wedding', 'rework Prints']);
    expect(day.removed.map(({ part, name }) => `${part} ${name.replace(/^\S+ /, '')}`)).toEqual([
      'late New due date',
      'at_risk Album',
    ]);
    await days.boss().call(floor.saveHandover, THURSDAY);
    const today = await readHandover();
    expect(today.before).toMatchObject({ at: '2026-11-19T17:00:00.000Z' });
    expect(listNewRows(today)).toEqual(['late Portrait', 'urgent Portrait']);
    // Yesterday's handover had no absent people, so no changes are shown.
    expect(today.parts.find(({ part }) => part === 'away')).toMatchObject({ added_count: null, removed_count: null });
  });

  it('changes are shown when two users store the same end', async () => {
    await days.bureau.db.deleteFrom('shift_handover').execute();
    const otherUser = await days.bureau.as(['npn_view_all_tasks']);
    const keepers = [days.boss(), otherUser, days.boss(), otherUser, days.boss()];
    const savedHandovers = await Promise.all(keepers.map((who) => who.call(floor.saveHandover, THURSDAY)));
    expect(new Set(savedHandovers.map((a) => a.at))).toEqual(new Set(['2026-11-19T17:00:00.000Z']));
    const last = savedHandovers.reduce((a, b) => (b.id > a.id ? b : a));
    const { saved_by } = await days.bureau.db
      .selectFrom('shift_handover')
      .select('saved_by')
      .where('id', '=', last.id)
      .executeTakeFirstOrThrow();
    const { full_name } = await days.bureau.db
      .selectFrom('user_account')
      .select('full_name')
      .where('id', '=', saved_by!)
      .executeTakeFirstOrThrow();
    const result = await readHandover();
    expect(result.before).toEqual({ at: last.at, by: full_name });
    expect(result.parts.find(({ part }) => part === 'late')).toMatchObject({ added_count: 1, removed_count: 1 });
    expect(result.parts.find(({ part }) => part === 'urgent')).toMatchObject({ added_count: 1, removed_count: 0 });
    // A handover with exactly that end is still compared with the one before.
    expect((await readHandover(THURSDAY)).before).toBeNull();
  });
});
