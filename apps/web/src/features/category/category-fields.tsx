import { MAX_LEVEL } from '@darkroom/contract/category';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Field } from '../../ui/record-form/field.tsx';
import css from './category.module.css';

/** Fields of a category 2: its level, and the default estimate of a new price. */
export function LevelFields() {
  const { t } = useTranslation(['category', 'errors']);
  return (
    <div className={css.pair}>
      <Field name="level" rangeMessage={t('levelRule', { n: MAX_LEVEL })} />
      <Field
        name="estimate_minutes"
        extra={t('estimateHint')}
        missing={t('errors:field.not_a_number')}
        rangeMessage={t('minutesRule')}
      />
    </div>
  );
}
