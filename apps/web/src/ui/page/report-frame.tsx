import { type ReactNode } from 'react';
import { UPRIGHT_HEIGHT } from '../chart/chart-bar.ts';
import { CouldNotLoad, Lines } from '../data-table/data-table-states.tsx';
import styles from './report-top.module.css';

/** How a report's answer stands. */
interface ReportAnswer {
  isPending: boolean;
  /** Nothing where it could not be loaded, and nothing was before. */
  data: unknown;
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface ReportFrameProps {
  report: ReportAnswer;
  /** What is drawn at its top beside it is on its way. */
  waits?: boolean;
  children: ReactNode;
}

/**
 * What stands below a report's head and filters: where it will be, that it could not be loaded, or the report. Without figures
 * there is nothing to say of how they are reckoned, and no table to have a head.
 */
export function ReportFrame({ report, waits = false, children }: ReportFrameProps) {
  if (!report.isPending && report.data === undefined)
    return <ReportFailed error={report.error} onRetry={() => void report.refetch()} />;
  return report.isPending || waits ? <ReportWait /> : children;
}

/**
 * Where a report will be. How high its top is depends on what it holds, as many bars as there are names: its table is not drawn
 * before that is known, or it would be pushed down under the eyes of whoever reads it.
 */
function ReportWait() {
  return (
    <div className={styles.wait} aria-busy="true">
      <div className={styles.top}>
        <Lines count={5} />
        <div style={{ height: UPRIGHT_HEIGHT }} />
      </div>
      <div className={styles.table}>
        <Lines count={12} />
      </div>
    </div>
  );
}

function ReportFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.table}>
      <CouldNotLoad error={error} onRetry={onRetry} />
    </div>
  );
}
