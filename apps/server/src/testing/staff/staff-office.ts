import { endpoints } from '@darkroom/contract/endpoints';
import type { Client, TestApp } from '../app.ts';
import { buildTeam } from '../factories/people.ts';

const { staff } = endpoints;

/** What everybody who may see members is told of one; the rest is pay and residence. */
export const OPEN_FIELDS = [
  'active',
  'avatar',
  'birthday',
  'department',
  'email',
  'end_time',
  'first_name',
  'full_name',
  'gender',
  'group_id',
  'group_name',
  'id',
  'is_superuser',
  'last_name',
  'phone_number',
  'position',
  'staff_id',
  'start_time',
  'teams',
  'username',
  'version',
  'working_status',
  'workplace',
];

/** What the form asks for of whoever may see it. */
export const residence = { residence_id: '079012345678', address: '12 Lê Lợi', residence_address: '34 Nguyễn Huệ' };

/** The office that keeps a bureau's members, and the form it fills in. */
export async function staffOffice(bureau: TestApp) {
  const all = ['npn_view_member', 'npn_add_member', 'npn_change_member', 'npn_delete_member'] as const;
  const manager = await bureau.as([...all, 'npn_view_staff_info', 'npn_view_task']);
  /** Keeps members too, and is told neither pay nor residence. */
  const clerk = await bureau.as([...all]);
  const superuser = await bureau.as({ is_superuser: true });
  const team_id = (await buildTeam(bureau.db, { leader_id: null })).id;
  let count = 0;
  const fields = () => {
    count += 1;
    return {
      staff_id: `N-${count}`,
      full_name: 'Nguyễn Thị Minh Khai',
      username: `khai.${count}`,
      email: `khai.${count}@darkroom.example`,
      phone_number: '0901234567',
      gender: 'Female' as const,
      birthday: '1994-02-28',
      teams: [team_id],
    };
  };
  const add = (more: object = {}) => manager.call(staff.add, { ...fields(), ...residence, ...more });
  return { manager, clerk, superuser, team_id, fields, add };
}

export const errorsOf = (answer: Awaited<ReturnType<Client['send']>>) =>
  answer.problem.errors?.map(({ field, code }) => [field, code]);
