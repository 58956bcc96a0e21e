import type { OutputOf } from '@darkroom/contract/endpoint';
import { accountEndpoints } from '@darkroom/contract/user/account';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { useConfirm } from '../../ui/overlay/use-confirm.tsx';
import css from './account-page.module.css';

type OwnSession = OutputOf<typeof accountEndpoints.sessions>['results'][number];

/** The user's sessions. Ending one takes effect immediately on every server process. */
export function MySessions() {
  const { t } = useTranslation(['account', 'common', 'errors']);
  const toast = useToast();
  const { ask, holder } = useConfirm();
  const list = useQuery(query(accountEndpoints.sessions, {}));
  const end = useApiMutation(accountEndpoints.endSessions, {
    invalidates: ['session'],
    onSuccess: ({ ended }) => toast.success(ended === 0 ? t('sessions.none') : t('sessions.ended', { count: ended })),
    failed: t('sessions.failed'),
  });
  const rows = list.data?.results;
  const otherCount = rows?.filter((row) => !row.current).length ?? 0;
  const endOthers = () =>
    void ask(
      {
        title: t('sessions.endOthersTitle', { count: otherCount }),
        lines: [t('sessions.endOthersHint')],
        yes: t('sessions.end'),
      },
      () => end.mutateAsync({}),
    );
  return (
    <section aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t('sessions.title')}</h2>
      {list.isLoading && <SkeletonLines count={3} />}
      {list.isError && !rows && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {rows && (
        <ul className={css.sessions}>
          {rows.map((row) => (
            <SessionLine
              key={row.id}
              row={row}
              busy={end.isPending}
              onEnd={() => end.mutate({ session_ids: [row.id] })}
            />
          ))}
        </ul>
      )}
      {rows && otherCount === 0 && <p className="muted">{t('sessions.noOtherDevice')}</p>}
      {otherCount > 0 && (
        <>
          <Button onClick={endOthers} loading={end.isPending}>
            {t('sessions.endOthers', { count: otherCount })}
          </Button>
          <p className={css.hint}>{t('sessions.unknownDeviceHint')}</p>
        </>
      )}
      {holder}
    </section>
  );
}

function SessionLine({ row, busy, onEnd }: { row: OwnSession; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const { dayTime } = useFormat();
  const device =
    row.browser && row.system ? t('sessions.on', { ...row }) : (row.browser ?? row.system ?? t('sessions.unknown'));
  return (
    <li>
      <span className="medium">
        {device} {row.current && <span className={css.currentSession}>{t('sessions.thisDevice')}</span>}
      </span>
      {!row.current && (
        <Button
          size="small"
          disabled={busy}
          aria-label={t('sessions.endOf', { device, when: dayTime(row.last_used_at) })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
      <span className="muted full-row">
        {[
          t('sessions.since', { when: dayTime(row.created_at) }),
          row.address && t('sessions.from', { address: row.address }),
          !row.current && t('sessions.used', { when: dayTime(row.last_used_at) }),
          t('sessions.ends', { when: dayTime(row.expires_at) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}
