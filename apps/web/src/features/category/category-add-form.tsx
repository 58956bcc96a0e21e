import { categoryEndpoints } from '@darkroom/contract/category';
import type { InputOf } from '@darkroom/contract/endpoint';
import { CAT1, CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/setting';
import { CATEGORY_TYPES, type CategoryRow, type CategoryType } from '@darkroom/domain/category/tree';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { AutoComplete, Form, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCategories } from '../../lib/session/lookups.ts';
import { useAnnounceAdded } from '../../ui/data-table/added.ts';
import { Choice } from '../../ui/input/choice.tsx';
import { Field } from '../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../ui/record-form/use-new-record.ts';
import { LevelFields } from './category-fields.tsx';
import css from './category.module.css';

type AddInput = InputOf<typeof categoryEndpoints.add>;

const FIELDS = { ...SERVICE_TYPE, ...CAT1, ...CAT2 };

const NEW_SERVICE_TYPE = 'new';

interface Values {
  service_type_id: number | typeof NEW_SERVICE_TYPE | null;
  new_service_type: string;
  workstream: Workstream | null;
  /** An existing category 1, or the name of a new category 1. */
  new_cat1: string;
  name: string;
  level: number | null;
  estimate_minutes: number | null;
}

interface Cat1 {
  id: number;
  name: string;
}

/** Adds a category on any level. Its parents are selected or created in the same form ("select or new", spec §5). */
export default function CategoryAddForm({ parent, onClose }: { parent: CategoryRow | null; onClose: () => void }) {
  const { t } = useTranslation(['category', 'common']);
  const announceAdded = useAnnounceAdded();
  const [type, setType] = useState<CategoryType>(parent?.type === 'service_type' ? 'cat1' : 'cat2');
  const { cat1 } = useCategories();
  const findCat1 = (serviceTypeId: Values['service_type_id'] | undefined, name = '') =>
    cat1.find((item) => item.service_type_id === serviceTypeId && isSameName(item.name, name));
  const record = useNewRecord<typeof categoryEndpoints.add, Values>({
    endpoint: categoryEndpoints.add,
    initial: initialValuesOf(parent),
    inputOf: (values) => toAddInput(type, values, findCat1(values.service_type_id, values.new_cat1)),
    invalidates: ['category'],
    // The form has one field for both.
    toFormField: (field) => (field === 'cat1_id' ? 'new_cat1' : field),
    failed: t('failed.add'),
    onDone: (records, { type: createdType, name }) => {
      const row = `${createdType}-${findNewId(records[createdType], name)}`;
      announceAdded({
        list: 'category',
        row,
        words: t('added', { name }),
        to: '/setting/category',
        search: { text: name },
      });
      onClose();
    },
  });
  const serviceTypeId = Form.useWatch('service_type_id', record.form);
  const typed = Form.useWatch('new_cat1', record.form) ?? '';
  const offered = cat1.filter((item) => item.service_type_id === serviceTypeId);
  const existingCat1 = findCat1(serviceTypeId, typed);
  return (
    <RecordDrawer
      name="category-add"
      record={record}
      fields={FIELDS}
      validateTrigger="onSubmit"
      title={t('add')}
      saveLabel={t('common:add')}
      onClose={onClose}
      lead={
        <div className={css.typeChoice}>
          <Choice<CategoryType>
            label={t('addKind')}
            options={CATEGORY_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            value={type}
            onChange={setType}
          />
        </div>
      }
    >
      {type === 'service_type' ? (
        <>
          <NameField label="new_service_type" />
          <Field name="workstream" extra={t('streamHint')} />
        </>
      ) : (
        <>
          <ServiceTypeField />
          {type === 'cat2' && <Cat1Field offered={offered} isNew={typed.trim() !== '' && !existingCat1} />}
          <NameField label={type} cat1Id={type === 'cat2' ? (existingCat1?.id ?? null) : undefined} />
          {type === 'cat2' && <LevelFields />}
        </>
      )}
    </RecordDrawer>
  );
}

const isSameName = (a: string, b: string) =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').trim().toLowerCase();

/** Finds the newest category with this name. A category 2 can have the same name in several categories 1. */
const findNewId = (records: Readonly<Record<string, Cat1>>, name: string): number =>
  Math.max(0, ...Object.values(records).flatMap((record) => (isSameName(record.name, name) ? [record.id] : [])));

const initialValuesOf = (parent: CategoryRow | null): Values => ({
  service_type_id: parent?.service_type.id ?? null,
  new_service_type: '',
  workstream: null,
  new_cat1: parent && parent.type !== 'service_type' ? parent.cat1.name : '',
  name: '',
  level: null,
  estimate_minutes: 0,
});

function toAddInput(type: CategoryType, values: Values, existingCat1: Cat1 | undefined): AddInput {
  const { name, workstream, service_type_id, new_service_type, new_cat1, level, estimate_minutes } = values;
  const stream = workstream ?? 'PTE';
  if (type === 'service_type') return { type, name, workstream: stream };
  const parentInput =
    service_type_id === NEW_SERVICE_TYPE
      ? { new_service_type, workstream: stream }
      : { service_type_id: service_type_id ?? 0 };
  if (type === 'cat1') return { type, name, ...parentInput };
  const figures = { level: level ?? 0, estimate_minutes: estimate_minutes ?? 0 };
  return existingCat1
    ? { type, name, ...figures, cat1_id: existingCat1.id }
    : { type, name, ...figures, new_cat1, ...parentInput };
}

/** An existing service type, or a new service type with name and workstream. */
function ServiceTypeField() {
  const { t } = useTranslation(['category', 'field']);
  const { serviceTypes } = useCategories();
  const form = Form.useFormInstance<Values>();
  const isNew = Form.useWatch('service_type_id', form) === NEW_SERVICE_TYPE;
  /** Search text without a result, used as the new name. */
  const searchText = useRef('');
  return (
    <>
      <Field name="service_type_id" toCallValue={(value) => (value === NEW_SERVICE_TYPE ? undefined : value)}>
        <Select<number | typeof NEW_SERVICE_TYPE, { value: number | typeof NEW_SERVICE_TYPE; label: string }>
          placeholder={t('field:service_type_id')}
          options={[
            ...serviceTypes.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW_SERVICE_TYPE, label: t('newServiceType') },
          ]}
          showSearch={{
            filterOption: (typed, option) =>
              option !== undefined && (option.value === NEW_SERVICE_TYPE || foldedMatch(option.label, typed)),
            onSearch: (typed) => {
              if (typed.trim() !== '') searchText.current = typed.trim();
            },
          }}
          onOpenChange={(open) => {
            if (open) searchText.current = '';
          }}
          onSelect={(value: unknown) => {
            // Text that matches the label of the option is not a name.
            const newName = foldedMatch(t('newServiceType'), searchText.current) ? '' : searchText.current;
            if (value === NEW_SERVICE_TYPE) form.setFieldValue('new_service_type', newName);
          }}
        />
      </Field>
      {isNew && (
        <div className={css.newServiceType}>
          <Field name="new_service_type" label={t('field.new_service_type')} autoFocus />
          <Field name="workstream" extra={t('streamHint')} />
        </div>
      )}
    </>
  );
}

/** A category 1 of the service type, or the name of a new category 1. */
function Cat1Field({ offered, isNew }: { offered: readonly Cat1[]; isNew: boolean }) {
  const { t } = useTranslation(['category', 'field']);
  return (
    <Field
      name="new_cat1"
      label={t('field:service_cat1_id')}
      extra={isNew ? t('newHint') : undefined}
      missing={t('required.cat1')}
    >
      <AutoComplete
        placeholder={t('selectOrNew')}
        options={offered.map(({ name }) => ({ value: name }))}
        showSearch={{ filterOption: (typed, option) => option !== undefined && foldedMatch(option.value, typed) }}
      />
    </Field>
  );
}

interface NameFieldProps {
  label: 'new_service_type' | 'cat1' | 'cat2';
  /** Category 1 of a new category 2. Names that it already contains are not offered. Null if the category 1 is new. */
  cat1Id?: number | null | undefined;
}

/** Name of the new category. For a category 2, it offers names from other categories 1. */
function NameField({ label, cat1Id }: NameFieldProps) {
  const { t } = useTranslation('category');
  const { cat2 } = useCategories();
  const used = new Set(cat2.filter((item) => item.cat1.id === cat1Id).map((item) => item.name));
  const offered = [...new Set(cat2.map((item) => item.name))].filter((name) => !used.has(name));
  return (
    <Field
      name="name"
      label={t(label === 'new_service_type' ? 'field.new_service_type' : `type.${label}`)}
      {...(label !== 'new_service_type' && { missing: t(`required.${label}`) })}
    >
      {label === 'cat2' ? (
        <AutoComplete
          placeholder={t('selectOrNew')}
          options={offered.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => option !== undefined && foldedMatch(option.value, typed) }}
        />
      ) : undefined}
    </Field>
  );
}
