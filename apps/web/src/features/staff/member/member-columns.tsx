import { STAFF } from '@darkroom/contract/field-tables/staff';
import { staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import { anyOf } from '@darkroom/domain/permission/access';
import type { WorkingStatus } from '@darkroom/domain/staff/staff';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Avatar } from '../../../entities/person/avatar.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { TwoLines } from '../../../ui/data-table/columns/two-lines.tsx';
import { useCan } from '../../../lib/session/session.ts';
import { Dot } from '../../../entities/status/status-dot.tsx';
import { IllToday } from '../leave/ill-today.tsx';
import styles from '../staff.module.css';

// Working is green, on leave amber, probation blue, left grey: the colours of the task stages (look.md).
const STATUS_COLORS: Record<WorkingStatus, string> = {
  Working: '#389e0d',
  Probation: '#85a5ff',
  'On leave': '#b38600',
  Left: '#8c8c8c',
};

/** Working status with its dot. */
export function WorkingStatusDot({ status }: { status: WorkingStatus }) {
  const { t } = useTranslation('staff');
  return <Dot color={STATUS_COLORS[status]} label={t(`status.${status}`)} />;
}

const formatTeams = (row: Member) => row.teams.map((team) => team.team_name).join(', ');

type OpenMember = (row: Member) => void;

/** Name of a member as a button that opens the record. Screen readers need it, although a press anywhere on the row also opens it. */
function NameButton({ row, onOpen, children }: { row: Member; onOpen: OpenMember; children: ReactNode }) {
  const { t } = useTranslation('table');
  return (
    <button
      type="button"
      className={styles.name}
      aria-label={`${t('open')} ${row.full_name}`}
      onClick={() => onOpen(row)}
    >
      {children}
    </button>
  );
}

export function useMemberColumns(onOpen: OpenMember): readonly TableColumn<Member>[] {
  const { t } = useTranslation(['staff', 'common']);
  const canManage = useCan()(anyOf('npn_change_member', 'npn_assign_task'));
  const columnsOf = useFieldColumns(STAFF, staffEndpoints.list);
  return useMemo(
    () =>
      columnsOf<Member>({
        staff_id: { width: 88 },
        full_name: {
          min: 190,
          grow: 2,
          render: (row) => (
            <span className="row min-w-0">
              <Avatar id={row.id} full_name={row.full_name} avatar={row.avatar} />
              <TwoLines
                first={
                  <NameButton row={row} onOpen={onOpen}>
                    <Ellipsis>{row.full_name}</Ellipsis>
                  </NameButton>
                }
                second={<Ellipsis>{row.username}</Ellipsis>}
              />
            </span>
          ),
        },
        group_name: {
          title: t('column.group'),
          min: 120,
          render: (row) => (
            <TwoLines
              first={<Ellipsis>{row.is_superuser ? t('superuser') : getGroupName(row, t('common:unknown'))}</Ellipsis>}
              second={<Ellipsis>{formatTeams(row)}</Ellipsis>}
            />
          ),
        },
        position: {
          kind: 'text',
          min: 120,
          hideOrder: 1,
          empty: (row) => !row.position && !row.department && !row.workplace,
          render: (row) => (
            <TwoLines
              first={<Ellipsis>{row.position ?? ''}</Ellipsis>}
              second={<Ellipsis>{[row.department, row.workplace].filter(Boolean).join(' · ')}</Ellipsis>}
            />
          ),
        },
        working_status: {
          width: 128,
          phone: 'state',
          render: (row) => <WorkingStatusDot status={row.working_status} />,
        },
        phone_number: {
          title: t('column.contact'),
          kind: 'name',
          min: 190,
          hideOrder: 5,
          empty: (row) => !row.phone_number && !row.email,
          render: (row) => <TwoLines first={row.phone_number ?? ''} second={<Ellipsis>{row.email ?? ''}</Ellipsis>} />,
        },
        second_factor: { hideOrder: 0 },
        start_time: { hideOrder: 2 },
        salary_1: { hideOrder: 4 },
        salary_2: { hideOrder: 3 },
        ...(canManage && {
          actions: {
            title: t('common:actions'),
            width: 144,
            align: 'end',
            phone: 'acts',
            render: (row) => <IllToday member_id={row.id} inRow />,
          },
        }),
      }),
    [t, columnsOf, onOpen, canManage],
  );
}

/** Returns the name of the group, or the given text without a group. */
export const getGroupName = (row: Pick<Member, 'group_id' | 'group_name'>, noGroupText: string): string =>
  row.group_id === null ? noGroupText : row.group_name;
