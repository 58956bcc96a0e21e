import { teamEndpoints, teamExport, type Team } from '@darkroom/contract/staff/team';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import { TEAM } from '@darkroom/contract/field-tables/team';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { query } from '../../../lib/call/query.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useAddedRows } from '../../../ui/data-table/added.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useColumnsOf } from '../../../ui/data-table/columns/columns-of.tsx';
import type { Column } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { listed } from '../../../ui/data-table/listed.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { teamList } from './team-search.ts';
import styles from '../staff.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const TeamPanel = lazyOverlay(
  () => import('./team-panel.tsx'),
  ({ setSearch }) => setSearch({ team: undefined, form: undefined }),
);

/** Teams (/staff/team): who leads them and who is in them. */
export default function TeamPage() {
  const { t } = useTranslation('team');
  const { number } = useFormat();
  const [search, setSearch] = useScreenSearch(teamList.schema);
  const added = useAddedRows('team');
  const list = useQuery(query(teamEndpoints.list, {}));
  const teams = list.data?.results;
  const { text = '', sort } = search;
  // There are dozens of them: they are all here, and the browser narrows and orders them.
  const rows = useMemo(() => teams && shown(teams, text, sort), [teams, text, sort]);
  const columns = useTeamColumns();
  const compact = useTeamBlock();
  const add = () => setSearch({ form: 'new', team: undefined });
  useScreenActions(() => [{ key: 'add', label: t('add'), call: teamEndpoints.add, run: add }]);
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={rows && t('inAll', { count: rows.length, n: number(rows.length) })}
        actions={
          <>
            <ExportButton endpoint={teamExport} list={teamList.input(search)} total={rows?.length} />
            <CallButton type="primary" call={teamEndpoints.add} onClick={add}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      <div className={styles.filters}>
        <FilterBar
          search={useFilters(teamList, search, setSearch).text(t('search'))}
          filters={[]}
          onClear={() => setSearch(teamList.cleared)}
        />
      </div>
      <DataTable<Team>
        {...listed(teamList, { ...list, data: rows && { results: rows } }, search, setSearch)}
        added={added}
        name={t('title')}
        list="team"
        columns={columns}
        compact={compact}
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
          missing={teams !== undefined && search.team !== undefined && !teams.some((team) => team.id === search.team)}
          form={search.form}
          setSearch={setSearch}
        />
      )}
    </div>
  );
}

function shown(teams: readonly Team[], text: string, sort: string): Team[] {
  const found = teams.filter((team) => foldedMatch(`${team.team_name} ${team.leader_name ?? ''}`, text));
  const down = sort.startsWith('-') ? -1 : 1;
  const byName = (a: Team, b: Team) => compareText(a.team_name, b.team_name);
  return found.sort(
    (a, b) => down * (sort.endsWith('member_count') ? a.member_count - b.member_count || byName(a, b) : byName(a, b)),
  );
}

function useTeamColumns(): readonly Column<Team>[] {
  const { t } = useTranslation('team');
  const columnsOf = useColumnsOf(TEAM);
  return useMemo(
    () =>
      columnsOf<Team>({
        team_name: { min: 200, sort: 'team_name' },
        leader_name: {
          render: (row) =>
            row.leader_name === null ? (
              <span className="quiet">{t('noLeader')}</span>
            ) : (
              <Ellipsis>{row.leader_name}</Ellipsis>
            ),
        },
        member_count: { width: 140, sort: 'member_count' },
      }),
    [t, columnsOf],
  );
}

function useTeamBlock() {
  const { t } = useTranslation(['team', 'field']);
  const { number } = useFormat();
  return useMemo(
    () => (row: Team) => (
      <div className={styles.block}>
        <div className={styles.blockText}>
          <span className={styles.blockName}>{row.team_name}</span>
          <span className="quiet">{row.leader_name ?? t('noLeader')}</span>
        </div>
        <span className={styles.number}>
          {t('field:member_count')}: {number(row.member_count)}
        </span>
      </div>
    ),
    [t, number],
  );
}

const keyOfRow = (row: Team) => row.id;
const nameOfRow = (row: Team) => row.team_name;
