import type { InputOf } from '@darkroom/contract/endpoint';
import type { Member, staffEndpoints } from '@darkroom/contract/staff';
import type { Gender, WorkingStatus } from '@darkroom/domain/staff/staff';

/** A member as a form holds them; '' stands for nothing written. */
export interface MemberValues {
  staff_id: string;
  full_name: string;
  first_name: string;
  last_name: string;
  username: string;
  group_id: number | null;
  is_superuser: boolean;
  email: string;
  phone_number: string;
  gender: Gender | null;
  birthday: string | null;
  teams: number[];
  position: string;
  department: string;
  workplace: string;
  working_status: WorkingStatus;
  start_time: string | null;
  end_time: string | null;
  salary_1?: number | null;
  salary_2?: number | null;
  address?: string;
  residence_id?: string;
  residence_address?: string;
  residence_created_at?: string | null;
  residence_created_by?: string;
}

/** An empty form. */
export const NEW_MEMBER: MemberValues = {
  staff_id: '',
  full_name: '',
  first_name: '',
  last_name: '',
  username: '',
  group_id: null,
  is_superuser: false,
  email: '',
  phone_number: '',
  gender: null,
  birthday: null,
  teams: [],
  position: '',
  department: '',
  workplace: '',
  working_status: 'Working',
  start_time: null,
  end_time: null,
};

/** What the form shows of a member; pay and residence only where the writer may write them. */
export function valuesOf(member: Member, seesPay: boolean): MemberValues {
  const values: MemberValues = {
    staff_id: member.staff_id,
    full_name: member.full_name,
    first_name: member.first_name,
    last_name: member.last_name,
    username: member.username,
    group_id: member.group_id,
    is_superuser: member.is_superuser,
    email: member.email ?? '',
    phone_number: member.phone_number ?? '',
    gender: member.gender,
    birthday: member.birthday,
    teams: member.teams.map((team) => team.id),
    position: member.position ?? '',
    department: member.department ?? '',
    workplace: member.workplace ?? '',
    working_status: member.working_status,
    start_time: member.start_time,
    end_time: member.end_time,
  };
  if (!seesPay || !('salary_1' in member)) return values;
  return {
    ...values,
    salary_1: member.salary_1,
    salary_2: member.salary_2,
    address: member.address ?? '',
    residence_id: member.residence_id ?? '',
    residence_address: member.residence_address ?? '',
    residence_created_at: member.residence_created_at,
    residence_created_by: member.residence_created_by ?? '',
  };
}

type Change = Omit<InputOf<typeof staffEndpoints.update>, 'id' | 'version'>;

/** Values as the wire takes them: a cleared group or day is null, and what is not set is left out. */
export const onTheWire = (values: Partial<MemberValues>): Change =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key, value]) => value !== undefined || key === 'group_id')
      .map(([key, value]) => [key, value === undefined ? null : value]),
  );
