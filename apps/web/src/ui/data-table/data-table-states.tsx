import { can, holds, type Access } from '@darkroom/domain/permission/access';
import { Button } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/call/api.ts';
import { messageOf, readMessageOf } from '../../lib/errors/error-message.ts';
import { useActor } from '../../lib/session/session.ts';
import { useCodeWords } from '../../lib/words/permission-words.ts';
import rows from './data-table-row.module.css';
import styles from './data-table-states.module.css';

/** What stands where there is nothing yet: what will be here, and the action that brings it (look.md, empty states). */
export interface EmptyWords {
  title: string;
  hint?: string;
  action?: ReactNode;
}

interface WithoutRowsProps {
  rows: readonly unknown[] | undefined;
  error: unknown;
  onRetry: (() => void) | undefined;
  filtered: boolean | undefined;
  onClearFilters: (() => void) | undefined;
  empty: EmptyWords;
  gone: Omit<EmptyWords, 'action'> | undefined;
}

/** What stands where no rows are: nothing matches, nothing yet, or could not load. */
export function WithoutRows({ rows, error, onRetry, filtered, onClearFilters, empty, gone }: WithoutRowsProps) {
  if (!rows) return error ? <CouldNotLoad error={error} onRetry={onRetry} /> : null;
  if (rows.length > 0) return null;
  return filtered ? <NothingMatches words={gone} onClear={onClearFilters} /> : <Empty {...empty} />;
}

export function Empty({ title, hint, action }: EmptyWords) {
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{title}</p>
      {hint && <p className="ink-quiet">{hint}</p>}
      {action}
    </div>
  );
}

interface NothingMatchesProps {
  words?: Omit<EmptyWords, 'action'> | undefined;
  onClear?: (() => void) | undefined;
}

export function NothingMatches({ words, onClear }: NothingMatchesProps) {
  const { t } = useTranslation('table');
  const { title, hint } = words ?? { title: t('none.title'), hint: t('none.hint') };
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{title}</p>
      <p className="ink-quiet">{hint}</p>
      {onClear && <Button onClick={onClear}>{t('none.clear')}</Button>}
    </div>
  );
}

export function CouldNotLoad({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['table', 'errors']);
  if (error instanceof ApiError && error.status === 403) return <Refused error={error} />;
  // A refusal has a sentence that says more, and what cannot be reached is asked for again by itself.
  const ofServer = error instanceof ApiError && error.status >= 500;
  return (
    <div className={styles.state} role="alert">
      <p className={styles.stateTitle}>{t('error.title')}</p>
      <p className="ink-quiet">{readMessageOf(error, t)}</p>
      {ofServer && onRetry && <p className="ink-quiet">{t('error.serverHint')}</p>}
      {onRetry && (
        <Button type="primary" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

/** Rights do not come by trying again: what is missing is named, for whoever can give it. */
function Refused({ error }: { error: ApiError }) {
  const { t } = useTranslation(['table', 'errors']);
  return (
    <div className={styles.state} role="alert">
      <p className={styles.stateTitle}>{t('error.refused')}</p>
      <p className="ink-quiet">{messageOf(error, t)}</p>
      <Suspense>
        <Missing access={error.access} />
      </Suspense>
    </div>
  );
}

/** The permissions that would open it, as they are called where they are given. */
function Missing({ access }: { access: Access | undefined }) {
  const { t } = useTranslation(['table', 'errors']);
  const { product } = useCodeWords();
  const actor = useActor();
  if (access === undefined || can(actor, access) || !('codes' in access)) return null;
  const missing = access.kind === 'all' ? access.codes.filter((code) => !holds(actor, code)) : access.codes;
  return (
    <>
      <p className="ink-quiet">
        {t(access.kind === 'all' ? 'error.missing' : 'error.missingOne', {
          count: missing.length,
          names: missing.map((code) => `“${product(code)}”`).join(', '),
        })}
      </p>
      <p className="ink-quiet">{t('errors:page.forbidden_hint')}</p>
    </>
  );
}

/** Rows are on screen, but a later look failed: they stay, and it is said. */
export function NotRefreshed({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTranslation('table');
  return (
    <div className={styles.notRefreshed} role="status">
      <span>{t('error.notRefreshed')}</span>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

/** Grey bars where words will be, outside a table. */
export function Lines({ count }: { count: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, line) => (
        <span key={line} className={styles.bar} style={{ width: `${90 - ((line * 7) % 5) * 11}%` }} />
      ))}
    </div>
  );
}

/** Grey bars in the places of the rows to come, each a little different in length as words are. */
export function Skeleton({ cells, narrow }: { cells: number; narrow: boolean }) {
  return Array.from({ length: 12 }, (_, line) => (
    <tr key={line} className={rows.row} aria-hidden="true">
      {Array.from({ length: narrow ? 1 : cells }, (_cell, i) => (
        <td key={i} className={rows.cell}>
          <span className={styles.bar} style={{ width: `${45 + ((line * 7 + i * 13) % 5) * 11}%` }} />
        </td>
      ))}
    </tr>
  ));
}
