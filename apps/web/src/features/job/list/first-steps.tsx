import { categoryEndpoints } from '@darkroom/contract/category';
import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import styles from './job.module.css';

const EDITOR_PERMISSIONS: readonly string[] = Object.values(EDITOR_CODE);
const QC_PERMISSIONS: readonly string[] = Object.values(QC_CODE);

/** Setup steps of a new bureau, in order, before a job can be added and worked on. Hidden when all are done. */
export default function FirstSteps() {
  const { t } = useTranslation('job');
  const can = useCan();
  const { cat2 } = useCategories();
  const { cus2 } = useCustomers();
  const { active } = useUsers();
  const countMembersWith = (codes: readonly string[]) =>
    active.filter(({ permissions }) => permissions.some((code) => codes.includes(code))).length;
  const steps = [
    { step: 'category', there: cat2.length > 0, to: '/setting/category', by: categoryEndpoints.add },
    {
      step: 'people',
      there: countMembersWith(EDITOR_PERMISSIONS) > 0 && countMembersWith(QC_PERMISSIONS) > 1,
      to: '/staff/member',
      by: staffAccountEndpoints.add,
    },
    { step: 'customer', there: cus2.length > 0, to: '/customer/details', by: customerEndpoints.detailAdd },
  ] as const;
  if (steps.every(({ there }) => there)) return null;
  return (
    <div className={styles.firstSteps}>
      <p>{t('first.title')}</p>
      <ol>
        {steps.map(({ step, there, to, by }) => (
          <li key={step} data-done={there || undefined}>
            {can(by.access) && !there ? <Link to={to}>{t(`first.${step}`)}</Link> : t(`first.${step}`)}
            {there && <span className="muted"> · {t('first.done')}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
