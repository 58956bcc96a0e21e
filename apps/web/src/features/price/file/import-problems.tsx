import type { ValidatedPriceRow, SheetProblem } from '@darkroom/domain/price/sheet';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import styles from '../price.module.css';

interface ImportProblemsProps {
  rows: readonly ValidatedPriceRow[];
  currency: string;
}

/** Every bad row of a sheet with its row number and all its errors. */
export function ImportProblems({ rows, currency }: ImportProblemsProps) {
  const { t } = useTranslation(['price', 'errors', 'field']);
  const formatProblem = ({ code, text }: SheetProblem): string => {
    switch (code) {
      case 'unknown_category':
      case 'ambiguous_category':
      case 'formula_without_value':
      case 'cell_error':
      case 'merged_cell':
      case 'duplicate_row':
      case 'other_customer':
        return t(`import.problem.${code}`);
      case 'other_currency':
        return t('import.problem.other_currency', { theirs: text.slice(0, 60), ours: currency });
      case 'other_sign':
        return t('import.problem.other_sign', { ours: currency });
      default:
        return t(`errors:field.${code}`);
    }
  };
  return (
    <div className={styles.preview} role="region" aria-label={t('import.problems')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="number">
              {t('import.row')}
            </th>
            <th scope="col">{t('field:category')}</th>
            <th scope="col">{t('import.wrong')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row" className="number">
                {row.row}
              </th>
              <td>{row.category}</td>
              <td>
                {row.problems.map((problem) => (
                  <p key={problem.field} className={styles.problem}>
                    <span className={styles.problemField}>{t(`import.field.${problem.field}`)}</span>
                    {problem.text !== '' && <q>{problem.text.slice(0, 60)}</q>} {formatProblem(problem)}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
