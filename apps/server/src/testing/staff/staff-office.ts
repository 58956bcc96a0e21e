import { endpoints } from '@darkroom/contract/endpoints';
import type { Client, TestApp } from '../app.ts';
import { buildTeam } from '../factories/people.ts';

const { staff } = endpoints;

/** Fields that all users who can see members receive. The other fields are pay and residence. */
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

/** Fields of the form that need a further permission. */
export const residence = { residence_id: '079012345678', address: '12 Lê Lợi', residence_address: '34 Nguyễn Huệ' };

/** Creates the users who manage members, and the input of the form. */
export async function createStaffOffice(bureau: TestApp) {
  const all = ['npn_view_member', 'npn_add_member', 'npn_change_member', 'npn_delete_member'] as const;
  const manager = await bureau.as([...all, 'npn_view_staff_info', 'npn_view_task']);
  /** A user who manages members without access to pay and residence. */
  const clerk = await bureau.as([...all]);
  const superuser = await bureau.as({ is_superuser: true });
  const team_id = (await buildTeam(bureau.db, { leader_id: null })).id;
  let count = 0;
  const createFields = () => {
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
  const add = (more: object = {}) => manager.call(staff.add, { ...createFields(), ...residence, ...more });
  return { manager, clerk, superuser, team_id, createFields, add };
}

export const listErrors = (answer: Awaited<ReturnType<Client['send']>>) =>
  answer.problem.errors?.map(({ field, code }) => [field, code]);
