import { UPRIGHT_HEIGHT } from '../chart/chart-bar.ts';
import { Lines } from '../data-table/data-table-states.tsx';
import styles from './report-top.module.css';

/**
 * Where a report will be. How high its top is depends on what it holds, as many bars as there are names: its table is not drawn
 * before that is known, or it would be pushed down under the eyes of whoever reads it.
 */
export function ReportWait() {
  return (
    <div className={styles.wait} aria-busy="true">
      <div className={styles.top}>
        <Lines count={5} />
        <div style={{ height: UPRIGHT_HEIGHT }} />
      </div>
      <div className={styles.waitTable}>
        <Lines count={12} />
      </div>
    </div>
  );
}
