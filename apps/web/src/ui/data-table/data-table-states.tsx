import { can, hasPermission, type Access } from '@darkroom/domain/permission/access';
import { Button } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { getErrorMessage, getReadErrorMessage } from '../../lib/errors/error-message.ts';
import { useActor } from '../../lib/session/session.ts';
import { useCodeTexts } from '../../lib/i18n/permission-words.ts';
import rows from './data-table-row.module.css';
import styles from './data-table-states.module.css';

/** Texts of an empty list: its future content, and the action that adds it (look.md, empty states). */
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
  missingText: Omit<EmptyWords, 'action'> | undefined;
}

/** Shown without rows: no matches, no records yet, or an error. */
export function WithoutRows({ rows, error, onRetry, filtered, onClearFilters, empty, missingText }: WithoutRowsProps) {
  if (!rows) return error ? <LoadErrorMessage error={error} onRetry={onRetry} /> : null;
  if (rows.length > 0) return null;
  return filtered ? <NoMatches words={missingText} onClear={onClearFilters} /> : <Empty {...empty} />;
}

export function Empty({ title, hint, action }: EmptyWords) {
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{title}</p>
      {hint && <p className="ink-muted">{hint}</p>}
      {action}
    </div>
  );
}

interface NoMatchesProps {
  words?: Omit<EmptyWords, 'action'> | undefined;
  onClear?: (() => void) | undefined;
}

export function NoMatches({ words, onClear }: NoMatchesProps) {
  const { t } = useTranslation('table');
  const { title, hint } = words ?? { title: t('none.title'), hint: t('none.hint') };
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{title}</p>
      <p className="ink-muted">{hint}</p>
      {onClear && <Button onClick={onClear}>{t('none.clear')}</Button>}
    </div>
  );
}

export function LoadErrorMessage({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['table', 'errors']);
  if (error instanceof ApiError && error.status === 403) return <AccessDeniedMessage error={error} />;
  // A rejection has a more exact sentence, and an unreachable server is retried automatically.
  const isServerError = error instanceof ApiError && error.status >= 500;
  return (
    <div className={styles.state} role="alert">
      <p className={styles.stateTitle}>{t('error.title')}</p>
      <p className="ink-muted">{getReadErrorMessage(error, t)}</p>
      {isServerError && onRetry && <p className="ink-muted">{t('error.serverHint')}</p>}
      {onRetry && (
        <Button type="primary" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

/** A missing permission cannot be fixed by Retry. It is named for an administrator. */
function AccessDeniedMessage({ error }: { error: ApiError }) {
  const { t } = useTranslation(['table', 'errors']);
  return (
    <div className={styles.state} role="alert">
      <p className={styles.stateTitle}>{t('error.refused')}</p>
      <p className="ink-muted">{getErrorMessage(error, t)}</p>
      <Suspense>
        <MissingPermissions access={error.access} />
      </Suspense>
    </div>
  );
}

/** The permissions that are required, with their names in the settings. */
function MissingPermissions({ access }: { access: Access | undefined }) {
  const { t } = useTranslation(['table', 'errors']);
  const { product } = useCodeTexts();
  const actor = useActor();
  if (access === undefined || can(actor, access) || !('codes' in access)) return null;
  const missing = access.kind === 'all' ? access.codes.filter((code) => !hasPermission(actor, code)) : access.codes;
  return (
    <>
      <p className="ink-muted">
        {t(access.kind === 'all' ? 'error.missing' : 'error.missingOne', {
          count: missing.length,
          names: missing.map((code) => `“${product(code)}”`).join(', '),
        })}
      </p>
      <p className="ink-muted">{t('errors:page.forbiddenHint')}</p>
    </>
  );
}

/** Shown when a refresh failed. The rows stay. */
export function RefreshErrorMessage({ onRetry }: { onRetry?: () => void }) {
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

/** Grey bars instead of text, outside a table. */
export function SkeletonLines({ count }: { count: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, line) => (
        <span key={line} className={styles.bar} style={{ width: `${90 - ((line * 7) % 5) * 11}%` }} />
      ))}
    </div>
  );
}

/** Grey bars instead of future rows, with different lengths as in text. */
export function SkeletonRows({ cells, narrow }: { cells: number; narrow: boolean }) {
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
