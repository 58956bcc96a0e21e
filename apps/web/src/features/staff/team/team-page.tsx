import type { OutputOf } from '@darkroom/contract/endpoint';
import { teamEndpoints, teamExport, type Team } from '@darkroom/contract/staff/team';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import { TEAM } from '@darkroom/contract/field-tables/staff';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { teamList, type TeamSearch } from './team-search.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const TeamPanel = lazyOverlay(
  () => import('./team-panel.tsx'),
  ({ setSearch }) => setSearch({ team: undefined, form: undefined }),
);

/** Teams (/staff/team) with their leaders and members. */
export default function TeamPage() {
  const { t } = useTranslation('team');
  // All teams are loaded together, because there are only a few dozen. The browser filters and sorts them.
  const list = useList(teamList, teamEndpoints.list, { input: emptyInput, rows: filterTeams, added: 'team' });
  const { search, setSearch } = list;
  const teams = list.data?.results;
  const columns = useTeamColumns();
  const add = () => setSearch({ form: 'new', team: undefined });
  useScreenActions(() => [{ key: 'add', label: t('add'), call: teamEndpoints.add, run: add }]);
  return (
    <div className="page">
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('inAll', { count, n }))}
        actions={
          <>
            <ExportButton endpoint={teamExport} list={teamList.input(search)} total={list.count} />
            <CallButton type="primary" call={teamEndpoints.add} onClick={add}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      <div className="mb-8">
        <FilterBar
          search={useFilters(teamList, search, setSearch).text(t('search'))}
          filters={[]}
          onClear={() => setSearch(teamList.cleared)}
        />
      </div>
      <DataTable<Team>
        {...list.table}
        name={t('title')}
        list="team"
        columns={columns}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        onOpen={(row) => setSearch({ team: row.id, form: undefined })}
        fillHeight
      />
      {(search.team !== undefined || search.form !== undefined) && (
        <TeamPanel
          id={search.team}
          team={teams?.find((team) => team.id === search.team)}
          isMissing={teams !== undefined && search.team !== undefined && !teams.some((team) => team.id === search.team)}
          form={search.form}
          setSearch={setSearch}
        />
      )}
    </div>
  );
}

const emptyInput = () => ({});

function filterTeams({ results }: OutputOf<typeof teamEndpoints.list>, { text = '', sort }: TeamSearch): Team[] {
  const matching = results.filter((team) => foldedMatch(`${team.team_name} ${team.leader_name ?? ''}`, text));
  const direction = sort.startsWith('-') ? -1 : 1;
  const byName = (a: Team, b: Team) => compareText(a.team_name, b.team_name);
  return matching.sort(
    (a, b) =>
      direction * (sort.endsWith('member_count') ? a.member_count - b.member_count || byName(a, b) : byName(a, b)),
  );
}

function useTeamColumns(): readonly TableColumn<Team>[] {
  const { t } = useTranslation('team');
  const columnsOf = useFieldColumns(TEAM);
  return useMemo(
    () =>
      columnsOf<Team>({
        team_name: { min: 200, sort: 'team_name' },
        leader_name: {
          render: (row) =>
            row.leader_name === null ? (
              <span className="muted">{t('noLeader')}</span>
            ) : (
              <Ellipsis>{row.leader_name}</Ellipsis>
            ),
        },
        member_count: { width: 140, sort: 'member_count' },
      }),
    [t, columnsOf],
  );
}

const keyOfRow = (row: Team) => row.id;
const nameOfRow = (row: Team) => row.team_name;
