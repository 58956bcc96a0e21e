import { appealEndpoints, APPEAL_LISTS, type Appeal } from '@darkroom/contract/quality/appeal';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { FaultTags } from '../../entities/task/history/earlier-faults.tsx';
import { Instructions, TaskHeading, Priority } from '../../entities/task/history/task-instructions.tsx';
import { StatusDot } from '../../entities/status/status-dot.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { LoadErrorMessage, Empty, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import type { BlindCheckSearch } from './blind-check-search.ts';
import styles from './blind-check.module.css';
import { Pagination } from '../../ui/pagination.tsx';

const PAGE_SIZE = 20;

interface AppealListProps {
  search: BlindCheckSearch;
  setSearch: SetSearch<BlindCheckSearch>;
}

/** Appeals against faults: open appeals, the oldest first, and decided appeals. */
export function AppealList({ search: { list, page }, setSearch }: AppealListProps) {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const [deciding, setDeciding] = useState<{ appeal: Appeal; upheld: boolean } | null>(null);
  const response = useQuery({
    ...query(appealEndpoints.list, { list, page, page_size: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const { data } = response;
  return (
    <section className={styles.list} aria-label={t('tab.appeals')}>
      <Segmented
        aria-label={t('list.label')}
        value={list}
        options={APPEAL_LISTS.map((value) => ({ value, label: t(`list.${value}`) }))}
        onChange={(value) => setSearch({ list: value, page: 1 })}
      />
      {response.isPending && <SkeletonLines count={6} />}
      {response.isError && !data && <LoadErrorMessage error={response.error} onRetry={() => void response.refetch()} />}
      {data?.results.length === 0 && <Empty title={t(`none.${list}`)} hint={t(`none.${list}Hint`)} />}
      <ul className="items gap-12 w-full">
        {(data?.results ?? []).map((appeal) => (
          <li key={appeal.id}>
            <Card appeal={appeal} onDecide={(upheld) => setDeciding({ appeal, upheld })} />
          </li>
        ))}
      </ul>
      {data && data.total_items > PAGE_SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={data.total_items}
          showSizeChanger={false}
          showTotal={(total) => number(total)}
          onChange={(next) => setSearch({ page: next })}
        />
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </section>
  );
}

/** One appeal: instruction, fault, the editor's reason and the decision. */
function Card({ appeal, onDecide }: { appeal: Appeal; onDecide: (upheld: boolean) => void }) {
  const { t } = useTranslation(['blindCheck', 'task']);
  const { name } = useUsers();
  const { dayTime, number } = useFormat();
  const taskQuantity = appeal.x1 + appeal.x2 + appeal.x3;
  return (
    <article className={styles.card} aria-label={appeal.sub_prod_id}>
      <div className="cluster gap-4-12">
        <StatusDot status={appeal.status} />
        <Priority priority={appeal.job_priority} />
        <span className="muted">
          {t('counted', { counted: number(taskQuantity), ordered: number(appeal.quantity) })}
        </span>
      </div>
      <TaskHeading row={appeal} />
      <div className={styles.columns}>
        <section className={styles.fault} aria-label={t('fault')}>
          <h3>{t(`task:action.${appeal.found}`)}</h3>
          <FaultTags kinds={appeal.fault_kinds} />
          <p>{appeal.fault_note}</p>
          <span className="muted">
            {name(appeal.found_by)} · {dayTime(appeal.found_at)}
          </span>
        </section>
        <section className={styles.message} aria-label={t('answer')}>
          <h3>{t('answer')}</h3>
          <p>{appeal.reason}</p>
          <span className="muted">
            {name(appeal.created_by)} · {dayTime(appeal.created_at)}
          </span>
        </section>
      </div>
      <details className={styles.instructions}>
        <summary>{t('asked')}</summary>
        <Instructions row={{ ...appeal, rework_notes: null }} />
      </details>
      {appeal.state === 'OPEN' ? (
        <div className={styles.buttons}>
          <CallButton
            call={appealEndpoints.decide}
            moves={[appeal]}
            type="primary"
            disabled={appeal.refused !== null}
            title={appeal.refused ? t(`refused.${appeal.refused}`) : undefined}
            onClick={() => onDecide(true)}
          >
            {t('uphold')}
          </CallButton>
          <CallButton
            call={appealEndpoints.decide}
            moves={[appeal]}
            disabled={appeal.refused !== null}
            title={appeal.refused ? t(`refused.${appeal.refused}`) : undefined}
            onClick={() => onDecide(false)}
          >
            {t('dismiss')}
          </CallButton>
          {appeal.refused && <span className="muted">{t(`refused.${appeal.refused}`)}</span>}
        </div>
      ) : (
        <section className={styles.message} aria-label={t('decision')}>
          <h3>{t(`task:appeal.state.${appeal.state}`)}</h3>
          <p>{appeal.decision}</p>
          <span className="muted">
            {name(appeal.decided_by)} · {dayTime(appeal.decided_at)}
          </span>
        </section>
      )}
    </article>
  );
}
