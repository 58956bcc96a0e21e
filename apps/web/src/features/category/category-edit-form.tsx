import { cat1Record, cat2Record, categoryEndpoints, serviceTypeRecord } from '@darkroom/contract/category';
import { CAT1, CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/setting';
import type { FieldDefinition as FieldRow } from '@darkroom/contract/field-tables/field';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { z } from 'zod';
import { useCategories } from '../../lib/session/lookups.ts';
import { useToast } from '../../lib/toast.ts';
import { Field } from '../../ui/record-form/field.tsx';
import { useRecordForm } from '../../ui/record-form/use-record-form.ts';
import { EditDrawer } from '../../entities/history/edit-drawer.tsx';
import { LevelFields } from './category-fields.tsx';
import { ENTITIES, nameOf, recordOf } from './category-record.ts';

interface EditProps {
  row: CategoryRow;
  onClose: () => void;
}

export default function CategoryEditForm({ row, onClose }: EditProps) {
  const { t } = useTranslation('category');
  switch (row.type) {
    case 'service_type':
      return (
        <CategoryLevelForm
          row={row}
          record={row.service_type}
          schema={serviceTypeRecord}
          fields={SERVICE_TYPE}
          valuesOf={({ name, workstream }) => ({ name, workstream })}
          onClose={onClose}
        >
          <Field name="name" label={t('type.service_type')} />
          <Field name="workstream" extra={t('streamHint')} />
        </CategoryLevelForm>
      );
    case 'cat1':
      return (
        <CategoryLevelForm
          row={row}
          record={row.cat1}
          schema={cat1Record}
          fields={CAT1}
          valuesOf={({ name, service_type_id }) => ({ name, service_type_id })}
          onClose={onClose}
        >
          <ParentField childLevel="cat1" />
          <Field name="name" label={t('type.cat1')} />
        </CategoryLevelForm>
      );
    case 'cat2': {
      const { cat1, ...cat2Values } = row.cat2;
      return (
        <CategoryLevelForm
          row={row}
          record={{ ...cat2Values, cat1_id: cat1.id }}
          schema={cat2Record}
          fields={CAT2}
          valuesOf={({ name, cat1_id, level, estimate_minutes, enabled }) => ({
            name,
            cat1_id,
            level,
            estimate_minutes,
            enabled,
          })}
          onClose={onClose}
        >
          <ParentField childLevel="cat2" />
          <Field name="name" label={t('type.cat2')} />
          <LevelFields />
          <Field name="enabled" label={t('enabled.true')} />
        </CategoryLevelForm>
      );
    }
    default: {
      const never: never = row;
      return never;
    }
  }
}

interface CategoryLevelFormProps<R, F extends string> extends EditProps {
  record: R;
  schema: z.ZodType<R>;
  valuesOf: (record: R) => Record<F, unknown>;
  fields: Record<NoInfer<F>, FieldRow>;
  children: ReactNode;
}

function CategoryLevelForm<R extends { id: number; version: number }, F extends string>(
  props: CategoryLevelFormProps<R, F>,
) {
  const { row, record, schema, valuesOf, fields, onClose, children } = props;
  const { t } = useTranslation(['category', 'common']);
  const toast = useToast();
  const name = nameOf(row);
  const form = useRecordForm<typeof categoryEndpoints.update, R, Record<F, unknown>>({
    endpoint: categoryEndpoints.update,
    record,
    currentSchema: schema,
    invalidates: ['category'],
    valuesOf,
    inputOf: ({ id, version }, changed) => ({ type: row.type, id, version, ...changed }),
    failed: t('failed.update'),
    onDone: (saved) => {
      toast.success(t('saved', { name: 'name' in saved ? saved.name : name }));
      onClose();
    },
  });
  return (
    <EditDrawer
      name="category-edit"
      record={form}
      fields={fields}
      validateTrigger="onSubmit"
      title={t('edit', { name })}
      onClose={onClose}
      historyRecord={{ entity: ENTITIES[row.type], id: recordOf(row).id, name }}
    >
      {children}
    </EditDrawer>
  );
}

/** Parent of a category: another service type, or another category 1 with its service type. */
function ParentField({ childLevel }: { childLevel: 'cat1' | 'cat2' }) {
  const { t } = useTranslation('category');
  const { serviceTypes, serviceTypeById, cat1 } = useCategories();
  const name = childLevel === 'cat1' ? 'service_type_id' : 'cat1_id';
  const options =
    childLevel === 'cat1'
      ? serviceTypes.map((type) => ({ value: type.id, label: type.name }))
      : cat1.map((item) => ({
          value: item.id,
          label: `${serviceTypeById.get(item.service_type_id)?.name ?? ''} › ${item.name}`,
        }));
  return (
    <Field
      name={name}
      label={t(`type.${childLevel === 'cat1' ? 'service_type' : 'cat1'}`)}
      {...(childLevel === 'cat2' && { missing: t('required.cat1') })}
    >
      <Select<number, { value: number; label: string }>
        options={options}
        showSearch={{ filterOption: (typed, option) => option !== undefined && foldedMatch(option.label, typed) }}
      />
    </Field>
  );
}
