import { isEmptyDay, type DayFees, type MealFee, type ParkingFee } from '@darkroom/domain/allowance/fees';
import { FORMULA_VERSION, isSunday } from '@darkroom/domain/allowance/figures';
import {
  addDays,
  addMonths,
  dayOf,
  daysOfMonth,
  monthOf,
  startOfDay,
  weekday,
  type Instant,
} from '@darkroom/domain/calendar/day';
import type { Day, Month } from '@darkroom/domain/calendar/day';
import type { Database } from '@darkroom/server/db/connect';
import {
  findAllowancePeople,
  writeAcceptances,
  type Person,
} from '@darkroom/server/features/allowance/allowance.queries';
import { insertClosing, lockMonths, updateMonth } from '@darkroom/server/features/allowance/month.queries';
import {
  findMonthWithEarlier,
  calculateWithExceptions,
  readTodaysLookups,
} from '@darkroom/server/features/allowance/calculation';
import { upsertLock } from '@darkroom/server/features/setting/setting.queries';
import { insertRows } from '@darkroom/server/db/insert-rows';
import type { Crew } from './people.ts';
import { createRandom, type Random } from './random.ts';

const CLOSED_MONTHS = 2;
const SATURDAY = 6;
const MONTHLY_PARKING = [120_000, 150_000, 200_000];

type Entry = DayFees & { staff_id: number; date: Day };

interface Options {
  now: Instant;
  crew: Crew;
}

/**
 * Adds three months of allowances: two closed ones, and an open one with a few findings. People who work on tasks have
 * entries only on days with a step.
 */
export async function seedAllowances(db: Database, { now, crew }: Options): Promise<void> {
  const today = dayOf(now);
  const [preparer, closer] = [crew.get('accountant'), crew.get('boss')];
  if (!preparer || !closer) return;
  const { holidays } = await readTodaysLookups(db);
  const holidayDates = new Set(holidays.map(({ date }) => date));
  for (let monthsBack = CLOSED_MONTHS; monthsBack >= 0; monthsBack -= 1) {
    const month = addMonths(monthOf(today), -monthsBack);
    const people = await findAllowancePeople(db, month, {}, { worked: true });
    const workedDays = daysOfMonth(month).filter((day) => day <= today && !holidayDates.has(day) && !isSunday(day));
    const entries = people.flatMap((person) => {
      const days = person.worked
        ? workedDays.filter((day) => person.worked?.includes(day))
        : workedDays.filter((day) => weekday(day) !== SATURDAY);
      return createEntries(person, days, month);
    });
    const parking = people.flatMap((person) =>
      hasMonthlyParking(person) ? [{ ...createMonthlyParking(person), month }] : [],
    );
    const seededEntries = monthsBack === 0 ? addExceptions(entries, people, workedDays) : entries;
    await insertRows(
      db,
      'daily_allowance',
      ['staff_id', 'date', 'parking_fee', 'meal_fee', 'online_fee', 'version'],
      seededEntries.map((entry) => ({ ...entry, version: 1 })),
    );
    await insertRows(db, 'monthly_allowance', ['staff_id', 'month', 'parking', 'version'], parking);
    await lockMonths(db, [month]);
    if (monthsBack > 0) await closeMonth(db, month, { prepared_by: preparer.user_id, closed_by: closer.user_id, now });
  }
}

/** Creates random numbers for one person. Without a month, they are equal in every month. */
const createPersonRandom = (person: Person, month: Month = ''): Random =>
  createRandom(person.staff_id * 7919 + Number(month.replace('-', '')));

const hasMonthlyParking = (person: Person): boolean =>
  person.workplace !== 'Online' && createPersonRandom(person).chance(0.3);
const createMonthlyParking = (person: Person) => ({
  staff_id: person.staff_id,
  parking: createPersonRandom(person).pick(MONTHLY_PARKING),
  version: 1,
});

function createEntries(person: Person, days: readonly Day[], month: Month): Entry[] {
  const random = createPersonRandom(person, month);
  const online = person.workplace === 'Online';
  const vehicle = createPersonRandom(person).weighted<ParkingFee>([
    ['A', 60],
    ['B', 20],
    ['AB', 12],
    ['C', 8],
  ]);
  return days.flatMap((date) => {
    const atHome = online ? random.chance(0.9) : random.chance(0.06);
    const meal_fee = random.weighted<MealFee | null>([
      [null, atHome ? 90 : 12],
      [1, 70],
      [2, atHome ? 0 : 15],
      [3, atHome ? 0 : 3],
    ]);
    const parking_fee = atHome || hasMonthlyParking(person) ? null : vehicle;
    const entry: Entry = { staff_id: person.staff_id, date, parking_fee, meal_fee, online_fee: atHome ? 1 : 0 };
    return isEmptyDay(entry) ? [] : [entry];
  });
}

/** Adds a finding of each kind to the open month, such as a typing mistake. */
function addExceptions(entries: readonly Entry[], people: readonly Person[], workedDays: readonly Day[]): Entry[] {
  const officePeople = people.filter((person) => person.workplace !== 'Online');
  const [personWithoutEntry, personParking, sunday, personWithoutWork] = [
    officePeople.at(-1),
    officePeople[2],
    officePeople[5],
    officePeople.find((person) => person.worked !== null),
  ];
  const last = workedDays.at(-1);
  const monday = workedDays.find((day) => weekday(day) === 1);
  const changed = entries
    .filter(({ staff_id }) => staff_id !== personWithoutEntry?.staff_id)
    .map((entry) =>
      entry.staff_id === personParking?.staff_id && entry.parking_fee && entry.date === last
        ? { ...entry, online_fee: 1 as const }
        : entry,
    );
  const meal = (staff_id: number, date: Day): Entry => ({
    staff_id,
    date,
    parking_fee: null,
    meal_fee: 1,
    online_fee: 0,
  });
  const dayWithoutWork = personWithoutWork && workedDays.find((day) => !personWithoutWork.worked?.includes(day));
  return [
    ...changed,
    ...(sunday && monday && monday.slice(8) > '01' ? [meal(sunday.staff_id, addDays(monday, -1))] : []),
    ...(personWithoutWork && dayWithoutWork ? [meal(personWithoutWork.staff_id, dayWithoutWork)] : []),
  ];
}

/** Prepares a month on the second day after it and closes it on the third, with the findings accepted. */
async function closeMonth(
  db: Database,
  month: Month,
  { now, ...by }: { prepared_by: number; closed_by: number; now: Instant },
): Promise<void> {
  const first = `${addMonths(month, 1)}-01`;
  const at = (days: number): Instant => {
    const then = new Date(Date.parse(startOfDay(addDays(first, days))) + 9 * 3600_000).toISOString();
    return then < now ? then : now;
  };
  const today = await readTodaysLookups(db);
  const { before } = await findMonthWithEarlier(db, month);
  const rows = await calculateWithExceptions(db, month, {}, { today, before, now });
  await writeAcceptances(
    db,
    month,
    rows.flatMap(({ staff_id, exceptions }) =>
      exceptions.map(({ kind, day, basis }) => ({ staff_id, kind, day, basis })),
    ),
    { note: 'Đã kiểm tra, đúng thực tế.', accepted_by: by.prepared_by, accepted_at: at(1) },
  );
  await insertClosing(
    db,
    { month, ...by, prepared_at: at(1), closed_at: at(2), reason: '', ...today, formulas: FORMULA_VERSION },
    rows.map((row) => ({ ...row, exceptions: [] })),
  );
  await updateMonth(db, { month, state: 'CLOSED', prepared_by: null, prepared_at: null });
  const lock = await upsertLock(db, {
    screen_name: 'allowance',
    month,
    locked: true,
    reason: '',
    changed_by: by.closed_by,
    changed_at: at(2),
  });
  // The histories of the closed month and of the lock name these people.
  const of = { entity: 'allowance_month', entity_id: month } as const;
  const createStates = (before: string, after: string) => ({
    before: JSON.stringify({ state: before }),
    after: JSON.stringify({ state: after }),
  });
  await db
    .insertInto('audit')
    .values([
      { ...of, at: at(1), actor_id: by.prepared_by, action: 'allowance.prepare', ...createStates('OPEN', 'PREPARED') },
      {
        at: at(2),
        actor_id: by.closed_by,
        action: 'setting.changeLock',
        entity: 'system_lock',
        entity_id: `allowance ${month}`,
        after: JSON.stringify(lock),
      },
      { ...of, at: at(2), actor_id: by.closed_by, action: 'allowance.close', ...createStates('PREPARED', 'CLOSED') },
    ])
    .execute();
}
