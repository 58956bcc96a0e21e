import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { Button, Form, Input } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import styles from './customer-form.module.css';

/** A customer 2 in the form, with its saved name and a mark for removal. */
export interface Cus2Value {
  cus_id2: number | null;
  was: string;
  name: string;
  remove: boolean;
}

export const toCus2Values = (row: CustomerRow): Cus2Value[] =>
  row.cus2_list.map(({ id, name }) => ({ cus_id2: id, was: name, name, remove: false }));

/** Keeps the order of the form, so that errors find their row. Unchanged rows have only their id. */
export const toCus2Input = (values: readonly Cus2Value[]) =>
  values.map(({ cus_id2, was, name, remove }) => {
    if (cus_id2 === null) return { name };
    return { cus_id2, ...(remove ? { remove: true as const } : name.trim() === was ? {} : { name }) };
  });

/** Customers 2 of a customer: the form renames, adds and removes them in one save. */
export function Cus2Fields({ row }: { row: CustomerRow }) {
  const { t } = useTranslation('customer');
  const form = Form.useFormInstance();
  const values = (Form.useWatch('cus2', form) ?? []) as Cus2Value[];
  const jobCountOf = (id: number | null | undefined) => row.cus2_list.find((cus2) => cus2.id === id)?.job_count ?? 0;
  return (
    <Form.List name="cus2">
      {(fields, { add, remove }) => (
        <div className={styles.list}>
          {fields.map(({ key, name }) => {
            const value = values[name];
            const isNew = (value?.cus_id2 ?? null) === null;
            const jobs = jobCountOf(value?.cus_id2);
            const label = value?.name || t('customer2.name', { n: name + 1 });
            const setRemoved = (isRemoved: boolean) => form.setFieldValue(['cus2', name, 'remove'], isRemoved);
            return (
              <div key={key} className={styles.listRow} data-removed={value?.remove ?? false}>
                {(['cus_id2', 'was', 'remove'] as const).map((part) => (
                  <Form.Item key={part} name={[name, part]} hidden>
                    <HiddenValue />
                  </Form.Item>
                ))}
                <Field name={[name, 'name']} label="" className="m-0" required={!value?.remove}>
                  <Input
                    aria-label={t('customer2.name', { n: name + 1 })}
                    autoComplete="off"
                    disabled={value?.remove ?? false}
                  />
                </Field>
                {value?.remove ? (
                  <Button aria-label={t('customer2.undoRemoval', { name: label })} onClick={() => setRemoved(false)}>
                    {t('customer2.undo')}
                  </Button>
                ) : (
                  <Button
                    type="text"
                    disabled={jobs > 0}
                    title={jobs > 0 ? t('customer2.hasJobs', { count: jobs, name: label }) : undefined}
                    aria-label={t('customer2.remove', { name: label })}
                    onClick={() => (isNew ? remove(name) : setRemoved(true))}
                  >
                    {t('delete.do')}
                  </Button>
                )}
                {value?.remove && <span className="ink-danger text-12">{t('customer2.removedWhenSaved')}</span>}
                {jobs > 0 && <span className="muted">{t('jobs.count', { count: jobs, n: jobs })}</span>}
              </div>
            );
          })}
          <Button onClick={() => add({ cus_id2: null, was: '', name: '', remove: false } satisfies Cus2Value)}>
            {t('customer2.add')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

// Registers the value in the form without an input field.
const HiddenValue = () => null;
