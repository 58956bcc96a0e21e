import { addDays, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import type { Database } from '@darkroom/server/db/connect';
import { buildGroup, buildStaff, buildTeam, type BuiltStaff } from '@darkroom/server/testing/factories/people';
import { GROUPS, type GroupName } from '@darkroom/server/testing/groups';
import { PEOPLE, TEAM_LEADERS, TEAMS, type DemoPerson, type TeamName } from './tables/people-table.ts';
import { createRandom, type Random } from './random.ts';

export const DEMO_PASSWORD = 'darkroom-demo';

/** People of the demo bureau in the form that the rules need, by username. */
export type Crew = ReadonlyMap<string, BuiltStaff & { group: GroupName }>;

const STREETS = ['Nguyễn Trãi', 'Lê Văn Sỹ', 'Cách Mạng Tháng Tám', 'Điện Biên Phủ', 'Hoàng Diệu', 'Phan Đình Phùng'];
const DISTRICTS = ['Quận 3, TP. Hồ Chí Minh', 'Quận Tân Bình, TP. Hồ Chí Minh', 'Quận Bình Thạnh, TP. Hồ Chí Minh'];

/** Monthly pay in VND, from and to, in millions. */
const SALARY_RANGES: Readonly<Record<GroupName, readonly [number, number]>> = {
  Superuser: [28, 32],
  Boss: [55, 60],
  'Leader PTE': [24, 28],
  'Leader OTS': [24, 28],
  'Customer service': [12, 15],
  'Editor PTE': [9, 16],
  'Editor OTS': [10, 18],
  'QC PTE': [13, 17],
  'QC OTS': [13, 17],
  Accountant: [14, 18],
};

/** Adds groups, members with their accounts, and teams with leaders and members. */
export async function seedPeople(
  db: Database,
  { random, today, password_hash }: { random: Random; today: Day; password_hash: string },
): Promise<Crew> {
  const groups = new Map<GroupName, number>();
  for (const [group_name, permissions] of Object.entries(GROUPS) as [GroupName, (typeof GROUPS)[GroupName]][]) {
    groups.set(group_name, (await buildGroup(db, { group_name, permissions })).id);
  }
  const crew = new Map<string, BuiltStaff & { group: GroupName }>();
  for (const [index, person] of PEOPLE.entries()) {
    const record = createStaffRecord(person, index, random, today);
    const staff = await buildStaff(db, { ...record, group_id: groups.get(person.group), password_hash });
    crew.set(person.username, { ...staff, group: person.group });
  }
  const teams = new Map<TeamName, number>();
  for (const team_name of TEAMS) {
    const leader_id = crew.get(TEAM_LEADERS[team_name])?.user_id ?? null;
    teams.set(team_name, (await buildTeam(db, { team_name, leader_id })).id);
  }
  const members = PEOPLE.flatMap((person) => {
    const staff_id = crew.get(person.username)?.user_id;
    const team_id = person.team && teams.get(person.team);
    return staff_id && team_id ? [{ team_id, staff_id }] : [];
  });
  await db.insertInto('team_member').values(members).execute();
  return crew;
}

function createStaffRecord(person: DemoPerson, index: number, random: Random, today: Day) {
  // Vietnamese names begin with the family name, and a person is called by the last word.
  const words = person.full_name.split(' ');
  const [min, max] = SALARY_RANGES[person.group];
  const start_time = addDays(today, -random.int(120, 2600));
  return {
    username: person.username,
    full_name: person.full_name,
    is_superuser: person.group === 'Superuser',
    created_at: startOfDay(start_time),
    staff_id: `DR-${String(index + 1).padStart(3, '0')}`,
    first_name: words.at(-1) ?? '',
    last_name: words.slice(0, -1).join(' '),
    email: `${person.username}@darkroom.example`,
    phone_number: `09${random.int(10_000_000, 99_999_999)}`,
    gender: person.gender,
    birthday: addDays(today, -365 * random.int(22, 45) - random.int(0, 364)),
    position: person.position,
    department: person.group.endsWith('OTS') ? 'OTS' : person.group.endsWith('PTE') ? 'PTE' : 'Office',
    workplace: random.chance(0.2) ? 'Online' : 'Office',
    salary_1: random.int(min * 2, max * 2) * 500_000,
    salary_2: random.int(0, 6) * 500_000,
    start_time,
    residence_id: `0790${random.int(10_000_000, 99_999_999)}`,
    residence_address: `${random.int(2, 480)} ${random.pick(STREETS)}, ${random.pick(DISTRICTS)}`,
    residence_created_at: addDays(start_time, -random.int(200, 1500)),
    residence_created_by: 'Cục Cảnh sát QLHC về TTXH',
    ...createCurrentFields(index),
  };
}

/**
 * Returns the current address and working status of a person. Separate random numbers keep the work of the bureau
 * unchanged.
 */
function createCurrentFields(index: number) {
  const random = createRandom(7000 + index);
  const address = `${random.int(2, 480)}/${random.int(1, 60)} ${random.pick(STREETS)}, ${random.pick(DISTRICTS)}`;
  // People of the printed sign-ins are at work. A few of the others are new or absent.
  const working_status = index % 11 === 7 ? 'Probation' : index % 17 === 12 ? 'On leave' : 'Working';
  return { address, working_status };
}
