import { STAFF } from '@darkroom/contract/field-tables/staff';
import { staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import type { WorkingStatus } from '@darkroom/domain/staff/staff';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../entities/person/avatar.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useColumnsOf } from '../../../ui/data-table/columns/columns-of.tsx';
import type { Column } from '../../../ui/data-table/data-table-row.tsx';
import { Two } from '../../../ui/data-table/columns/data-table-two.tsx';
import { Dot } from '../../../entities/status/status-dot.tsx';
import styles from '../staff.module.css';

// Working is green, on leave amber, probation blue, left grey: the colours of the task stages (look.md).
const COLORS: Record<WorkingStatus, string> = {
  Working: '#389e0d',
  Probation: '#85a5ff',
  'On leave': '#b38600',
  Left: '#8c8c8c',
};

/** Working status with its dot. */
export function WorkingDot({ status }: { status: WorkingStatus }) {
  const { t } = useTranslation('staff');
  return <Dot color={COLORS[status]} word={t(`status.${status}`)} />;
}

const teamsOf = (row: Member) => row.teams.map((team) => team.team_name).join(', ');

type Opens = (row: Member) => void;

/** Name of a member as a button that opens the record. Screen readers need it, although a press anywhere on the row also opens it. */
function NameOf({ row, onOpen, children }: { row: Member; onOpen: Opens; children: ReactNode }) {
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

export function useMemberColumns(onOpen: Opens): readonly Column<Member>[] {
  const { t } = useTranslation(['staff', 'common']);
  const columnsOf = useColumnsOf(STAFF, staffEndpoints.list);
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
              <Two
                first={
                  <NameOf row={row} onOpen={onOpen}>
                    <Ellipsis>{row.full_name}</Ellipsis>
                  </NameOf>
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
            <Two
              first={<Ellipsis>{row.is_superuser ? t('superuser') : groupWord(row, t('common:unknown'))}</Ellipsis>}
              second={<Ellipsis>{teamsOf(row)}</Ellipsis>}
            />
          ),
        },
        position: {
          kind: 'text',
          min: 120,
          leaves: 1,
          empty: (row) => !row.position && !row.department && !row.workplace,
          render: (row) => (
            <Two
              first={<Ellipsis>{row.position ?? ''}</Ellipsis>}
              second={<Ellipsis>{[row.department, row.workplace].filter(Boolean).join(' · ')}</Ellipsis>}
            />
          ),
        },
        working_status: { width: 128, phone: 'state', render: (row) => <WorkingDot status={row.working_status} /> },
        phone_number: {
          title: t('column.contact'),
          kind: 'name',
          min: 190,
          leaves: 5,
          empty: (row) => !row.phone_number && !row.email,
          render: (row) => <Two first={row.phone_number ?? ''} second={<Ellipsis>{row.email ?? ''}</Ellipsis>} />,
        },
        start_time: { leaves: 2 },
        salary_1: { leaves: 4 },
        salary_2: { leaves: 3 },
      }),
    [t, columnsOf, onOpen],
  );
}

/** Name of the group, or the given text without a group. */
export const groupWord = (row: Pick<Member, 'group_id' | 'group_name'>, none: string): string =>
  row.group_id === null ? none : row.group_name;
