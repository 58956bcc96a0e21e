import { isEmptyDay, type DayFees, type MealFee, type ParkingFee } from '@darkroom/domain/allowance/fees';
import { FORMULAS, isSunday } from '@darkroom/domain/allowance/figures';
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
import { findPeople, putAccepted, type Person } from '@darkroom/server/features/allowance/allowance.queries';
import { insertClosing, lockMonths, updateMonth } from '@darkroom/server/features/allowance/month.queries';
import { monthsAround, calculateWithExceptions, todaysLookups } from '@darkroom/server/features/allowance/calculation';
import { putLock } from '@darkroom/server/features/setting/setting.queries';
import { insertRows } from '@darkroom/server/db/insert-rows';
import type { Crew } from './people.ts';
import { makeRandom, type Random } from './random.ts';

const CLOSED_MONTHS = 2;
const SATURDAY = 6;
const MONTHLY_PARKING = [120_000, 150_000, 200_000];

type Entry = DayFees & { staff_id: number; date: Day };

interface Options {
  now: Instant;
  crew: Crew;
}

/**
 * Three months of allowances: two were prepared by the accountant and closed by the boss, the third is open with a few
 * findings. People who work on tasks get allowances for the days with a step of theirs, everyone else for the bureau's
 * working days.
 */
export async function seedAllowances(db: Database, { now, crew }: Options): Promise<void> {
  const today = dayOf(now);
  const [prepares, closes] = [crew.get('accountant'), crew.get('boss')];
  if (!prepares || !closes) return;
  const { holidays } = await todaysLookups(db);
  const off = new Set(holidays.map(({ date }) => date));
  for (let back = CLOSED_MONTHS; back >= 0; back -= 1) {
    const month = addMonths(monthOf(today), -back);
    const people = await findPeople(db, month, {}, { worked: true });
    const past = daysOfMonth(month).filter((day) => day <= today && !off.has(day) && !isSunday(day));
    const entries = people.flatMap((person) => {
      const days = person.worked
        ? past.filter((day) => person.worked?.includes(day))
        : past.filter((day) => weekday(day) !== SATURDAY);
      return entriesOf(person, days, month);
    });
    const parking = people.flatMap((person) => (hasPackage(person) ? [{ ...packageOf(person), month }] : []));
    const found = back === 0 ? withTroubles(entries, people, past) : entries;
    await insertRows(
      db,
      'daily_allowance',
      ['staff_id', 'date', 'parking_fee', 'meal_fee', 'online_fee', 'version'],
      found.map((entry) => ({ ...entry, version: 1 })),
    );
    await insertRows(db, 'monthly_allowance', ['staff_id', 'month', 'parking', 'version'], parking);
    await lockMonths(db, [month]);
    if (back > 0) await closeMonth(db, month, { prepared_by: prepares.user_id, closed_by: closes.user_id, now });
  }
}

/** Random numbers for one person, equal in every month if no month is given. */
const chanceOf = (person: Person, month: Month = ''): Random =>
  makeRandom(person.staff_id * 7919 + Number(month.replace('-', '')));

const hasPackage = (person: Person): boolean => person.workplace !== 'Online' && chanceOf(person).chance(0.3);
const packageOf = (person: Person) => ({
  staff_id: person.staff_id,
  parking: chanceOf(person).pick(MONTHLY_PARKING),
  version: 1,
});

function entriesOf(person: Person, days: readonly Day[], month: Month): Entry[] {
  const random = chanceOf(person, month);
  const online = person.workplace === 'Online';
  const vehicle = chanceOf(person).weighted<ParkingFee>([
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
    const parking_fee = atHome || hasPackage(person) ? null : vehicle;
    const entry: Entry = { staff_id: person.staff_id, date, parking_fee, meal_fee, online_fee: atHome ? 1 : 0 };
    return isEmptyDay(entry) ? [] : [entry];
  });
}

/** Adds a finding of each kind to the open month, such as a typing mistake. */
function withTroubles(entries: readonly Entry[], people: readonly Person[], past: readonly Day[]): Entry[] {
  const here = people.filter((person) => person.workplace !== 'Online');
  const [none, parks, sunday, idle] = [here.at(-1), here[2], here[5], here.find((person) => person.worked !== null)];
  const last = past.at(-1);
  const monday = past.find((day) => weekday(day) === 1);
  const changed = entries
    .filter(({ staff_id }) => staff_id !== none?.staff_id)
    .map((entry) =>
      entry.staff_id === parks?.staff_id && entry.parking_fee && entry.date === last
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
  const free = idle && past.find((day) => !idle.worked?.includes(day));
  return [
    ...changed,
    ...(sunday && monday && monday.slice(8) > '01' ? [meal(sunday.staff_id, addDays(monday, -1))] : []),
    ...(idle && free ? [meal(idle.staff_id, free)] : []),
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
  const today = await todaysLookups(db);
  const { before } = await monthsAround(db, month);
  const rows = await calculateWithExceptions(db, month, {}, { today, before, now });
  await putAccepted(
    db,
    month,
    rows.flatMap(({ staff_id, exceptions }) =>
      exceptions.map(({ kind, day, basis }) => ({ staff_id, kind, day, basis })),
    ),
    { note: 'Đã kiểm tra, đúng thực tế.', accepted_by: by.prepared_by, accepted_at: at(1) },
  );
  await insertClosing(
    db,
    { month, ...by, prepared_at: at(1), closed_at: at(2), reason: '', ...today, formulas: FORMULAS },
    rows.map((row) => ({ ...row, exceptions: [] })),
  );
  await updateMonth(db, { month, state: 'CLOSED', prepared_by: null, prepared_at: null });
  const lock = await putLock(db, {
    screen_name: 'allowance',
    month,
    locked: true,
    reason: '',
    changed_by: by.closed_by,
    changed_at: at(2),
  });
  // Traces of the calls: the histories of the closed month and of the lock name the people.
  const of = { entity: 'allowance_month', entity_id: month } as const;
  const states = (before: string, after: string) => ({
    before: JSON.stringify({ state: before }),
    after: JSON.stringify({ state: after }),
  });
  await db
    .insertInto('audit')
    .values([
      { ...of, at: at(1), actor_id: by.prepared_by, action: 'allowance.prepare', ...states('OPEN', 'PREPARED') },
      {
        at: at(2),
        actor_id: by.closed_by,
        action: 'setting.changeLock',
        entity: 'system_lock',
        entity_id: `allowance ${month}`,
        after: JSON.stringify(lock),
      },
      { ...of, at: at(2), actor_id: by.closed_by, action: 'allowance.close', ...states('PREPARED', 'CLOSED') },
    ])
    .execute();
}
