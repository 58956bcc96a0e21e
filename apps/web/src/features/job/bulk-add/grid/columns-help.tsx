import { TEMPLATE_FIELDS, type OrderField } from '@darkroom/domain/order-sheet/fields';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { usePriorityLabel } from '../../../../lib/session/lookups.ts';
import { useToast } from '../../../../lib/toast.ts';
import styles from '../bulk-add.module.css';

/** Fields with an explanation. */
const EXPLAINED_FIELDS = [
  'job_date',
  'customer2',
  'job_name',
  'job_link',
  'job_priority',
  'category2',
  'quantity',
  'note',
] as const;

/** Known columns, and a template that contains them all. */
export function ColumnsHelp({ required }: { required: readonly OrderField[] }) {
  const { t } = useTranslation('bulk');
  const priorityWord = usePriorityLabel();
  return (
    <section className={styles.columnsHelp}>
      <div className="cluster justify-between mt-12">
        <h2>{t('help.title')}</h2>
        <TemplateButton />
      </div>
      <p>{t('help.intro')}</p>
      <dl className={styles.columns}>
        {EXPLAINED_FIELDS.map((field) => (
          <div key={field}>
            <dt>
              {t(`field.${field}`)} {required.includes(field) && <span className="muted">({t('help.required')})</span>}
            </dt>
            <dd>{t(`help.text.${field}`, { urgent: priorityWord('Urgent'), carefully: priorityWord('Carefully') })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TemplateButton() {
  const { t } = useTranslation('bulk');
  const toast = useToast();
  const [isCreating, setIsCreating] = useState(false);
  const downloadTemplate = async () => {
    const headings = TEMPLATE_FIELDS.map((field) => t(`field.${field}`));
    setIsCreating(true);
    await import('../../../../lib/sheet-file/save-sheet.ts')
      // It has no example row, because users would import it with their orders.
      .then(({ saveSheet }) => saveSheet(t('template.sheet'), [headings], [TEMPLATE_FIELDS.indexOf('job_date')]))
      .catch(() => toast.error(t('choose.templateFailed')));
    setIsCreating(false);
  };
  return (
    <Button loading={isCreating} onClick={() => void downloadTemplate()}>
      {t('choose.template')}
    </Button>
  );
}
