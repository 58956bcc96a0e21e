import { type ReactNode } from 'react';
import { VERTICAL_HEIGHT } from '../chart/chart-bar.ts';
import { LoadErrorMessage, SkeletonLines } from '../data-table/data-table-states.tsx';
import styles from './report-top.module.css';

/** The state of a report's response. */
interface ReportResponse {
  isPending: boolean;
  /** Undefined if it could not be loaded and was not loaded before. */
  data: unknown;
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface ReportFrameProps {
  report: ReportResponse;
  /** True if another part of its top is loading. */
  isWaiting?: boolean;
  children: ReactNode;
}

/**
 * The content below a report's head and filters: a placeholder, an error, or the report. Without figures there is neither a footnote nor
 * a table.
 */
export function ReportFrame({ report, isWaiting = false, children }: ReportFrameProps) {
  if (!report.isPending && report.data === undefined)
    return <ReportFailed error={report.error} onRetry={() => void report.refetch()} />;
  return report.isPending || isWaiting ? <ReportSkeleton /> : children;
}

/**
 * The placeholder of a report. The height of its top depends on the data, so that the table is not drawn before and does not move while
 * the user reads.
 */
function ReportSkeleton() {
  return (
    <div className={styles.loading} aria-busy="true">
      <div className={styles.top}>
        <SkeletonLines count={5} />
        <div style={{ height: VERTICAL_HEIGHT }} />
      </div>
      <div className={styles.table}>
        <SkeletonLines count={12} />
      </div>
    </div>
  );
}

function ReportFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.table}>
      <LoadErrorMessage error={error} onRetry={onRetry} />
    </div>
  );
}
