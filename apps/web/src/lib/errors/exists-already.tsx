import { anyOf, type Access } from '@darkroom/domain/permission/access';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.tsx';
import { useCan } from '../session/session.ts';

interface RecordList {
  to: string;
  access: Access;
}

const PERMISSIONS: RecordList = { to: '/setting/permission', access: anyOf('npn_view_permission') };
const GROUPS: RecordList = { to: '/setting/group', access: anyOf('npn_view_group') };
const CATEGORIES: RecordList = { to: '/setting/category', access: anyOf('npn_view_category') };
const CUSTOMERS: RecordList = { to: '/customer/details', access: anyOf('npn_view_customer') };
const MEMBERS: RecordList = { to: '/staff/member', access: anyOf('npn_view_member') };
const TEAMS: RecordList = { to: '/staff/team', access: anyOf('npn_view_team') };
const JOBS: RecordList = { to: '/job', access: anyOf('npn_view_job') };

/** Lists that find the existing record by its text, by the first part of the form field's name. */
const LISTS: Readonly<Record<string, RecordList>> = {
  codename: PERMISSIONS,
  group_name: GROUPS,
  name: CATEGORIES,
  new_cat1: CATEGORIES,
  new_service_type: CATEGORIES,
  cus0: CUSTOMERS,
  cus0_name: CUSTOMERS,
  cus1: CUSTOMERS,
  cus1_name: CUSTOMERS,
  cus2: CUSTOMERS,
  cus2_names: CUSTOMERS,
  staff_id: MEMBERS,
  username: MEMBERS,
  team_name: TEAMS,
  prod_id: JOBS,
};

/** Finds the list that contains the record of a rejected field. Undefined without a single list: a portal login can also be a member's. */
export const findListOfField = (field: string | number | undefined): RecordList | undefined => LISTS[String(field)];

/** An error with a link to the existing record, next to the form. The typed text stays. */
export function ExistsAlready({ message, list, value }: { message: string; list: RecordList; value: string }) {
  const { t } = useTranslation('errors');
  const can = useCan();
  return (
    <>
      <span>{message}</span>
      {can(list.access) && (
        <>
          {' '}
          <Link to={list.to} search={{ text: value }} target="_blank" aria-label={t('openExisting', { value })}>
            {t('openIt')}
          </Link>
        </>
      )}
    </>
  );
}
