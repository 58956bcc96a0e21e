import { staffEndpoints, type Member, type WholeMember } from '@darkroom/contract/staff/staff';
import { userEndpoints } from '@darkroom/contract/user/user';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { query } from '../../lib/api/query.ts';
import type { Session } from '../../lib/session/session-store.ts';
import { LoadErrorMessage } from '../../ui/data-table/data-table-states.tsx';
import { AvatarPicker } from '../../entities/person/avatar-picker.tsx';
import css from './account-page.module.css';
import { FactItem } from './fact.tsx';

/** The user's record: from the account for all users, and from the staff record for members. */
export function MyRecord({ session }: { session: Session }) {
  const { t } = useTranslation(['account', 'person']);
  const { user, staff_id } = session;
  const me = useQuery(query(userEndpoints.me, {}));
  const record = useQuery({ ...query(staffEndpoints.info, { id: staff_id ?? 0 }), enabled: staff_id !== null });
  const teams = me.data?.teams.map((team) => team.name).join(', ');
  return (
    <section aria-labelledby="own-record">
      <h2 id="own-record">{t('me')}</h2>
      {staff_id !== null && <div className={css.picture}>{record.data && <AvatarPicker member={record.data} />}</div>}
      <dl>
        <FactItem name={t('full_name')}>{user.full_name || '–'}</FactItem>
        <FactItem name={t('username')}>{user.username}</FactItem>
        <FactItem name={t('kind')}>{t(`kinds.${user.is_superuser ? 'superuser' : user.account}`)}</FactItem>
        {user.account === 'staff' && (
          <FactItem name={t('teams')}>
            {teams ?? ''}
            {teams === '' && t('noTeams')}
          </FactItem>
        )}
        {record.data && <Facts member={record.data} fields={PUBLIC_FIELDS} />}
        {record.isLoading && <RecordPlaceholder />}
      </dl>
      {record.isError && !record.data && (
        <LoadErrorMessage error={record.error} onRetry={() => void record.refetch()} />
      )}
      {record.data && 'salary_1' in record.data && (
        <>
          <h3>{t('private')}</h3>
          <p className="muted">{t('privateHint')}</p>
          <dl>
            <Facts member={record.data} fields={PRIVATE_FIELDS} />
          </dl>
        </>
      )}
      {record.data && <p className={css.hint}>{t('wrong')}</p>}
    </section>
  );
}

const PUBLIC_FIELDS = [
  'staff_id',
  'group_name',
  'email',
  'phone_number',
  'gender',
  'birthday',
  'position',
  'department',
  'workplace',
  'working_status',
  'start_time',
] as const satisfies readonly (keyof Member)[];
const PRIVATE_FIELDS = [
  'salary_1',
  'salary_2',
  'address',
  'residence_id',
  'residence_address',
  'residence_created_at',
  'residence_created_by',
] as const satisfies readonly (keyof WholeMember)[];

const DATE_FIELDS: readonly string[] = ['birthday', 'start_time', 'residence_created_at'];

type ShownField = (typeof PUBLIC_FIELDS)[number] | (typeof PRIVATE_FIELDS)[number];

function Facts({ member, fields }: { member: Partial<Pick<WholeMember, ShownField>>; fields: readonly ShownField[] }) {
  const { t } = useTranslation(['account', 'common']);
  const { day, money } = useFormat();
  const show = (field: ShownField): string => {
    const value = member[field] ?? '';
    if (value === '') return field === 'group_name' ? t('common:unknown') : '–';
    if (typeof value === 'number') return `${money(value)} VND`;
    if (DATE_FIELDS.includes(field)) return day(value);
    if (field === 'gender' && member.gender) return t(`gender.${member.gender}`);
    if (field === 'working_status' && member.working_status) return t(`working_status.${member.working_status}`);
    return value;
  };
  return fields.map((field) => (
    <FactItem key={field} name={t(`record.${field}`)}>
      {show(field)}
    </FactItem>
  ));
}

/** Placeholder of the fields. It has their height, so that the content below does not move when the data arrives. */
function RecordPlaceholder() {
  const { t } = useTranslation('account');
  return PUBLIC_FIELDS.map((field) => (
    <FactItem key={field} name={t(`record.${field}`)}>
      {'\u00a0'}
    </FactItem>
  ));
}
