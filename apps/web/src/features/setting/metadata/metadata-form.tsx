import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { changesMetadata, isBureauSetting, metadataShape, settingEndpoints } from '@darkroom/contract/setting';
import { Button, Form } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useToast } from '../../../lib/toast.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { useConflict } from '../../../ui/conflict/use-conflict.ts';
import { FormFields } from '../../../ui/record-form/field.tsx';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import css from './metadata.module.css';
import { metadataSearch } from './metadata-search.ts';

/** A metadata row of one type. */
export type MetadataRow = OutputOf<typeof settingEndpoints.metadata>['results'][number];

/** The form's only field is `value`, so that the server's `value.3.vi` is also the path in the form. */
interface Values {
  value: unknown;
}

interface MetadataFormProps<V> {
  data_type: 'JOB_TASK' | 'ALLOWANCE';
  row: MetadataRow;
  title: string;
  hint?: string;
  /** Prefix of the field ids, for a key that is edited in two tabs. */
  formName?: string;
  /** Stored value as form value. */
  read: (value: unknown) => V;
  /** Form value as input of the call. */
  write?: (value: V) => unknown;
  /** Text lines of a value, for two versions next to each other. */
  lines: (value: V) => readonly string[];
  children: ReactNode;
}

/** Kinds of the parts of a value that are neither text nor number. */
const PARTS = { date: { kind: 'day' } } as const;

const otherPage = (current: { pathname: string }, next: { pathname: string }) => current.pathname !== next.pathname;
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Form of one metadata key with its own Save. Another user's change updates an unchanged form. For a changed form, saving shows both
 * versions (quality 8, 9).
 */
export function MetadataForm<V>(props: MetadataFormProps<V>) {
  const { row } = props;
  const [from, setFrom] = useState(row);
  const [changed, setChanged] = useState(false);
  const [round, setRound] = useState(0);
  const section = useRef<HTMLElement>(null);
  const [{ at }] = useScreenSearch(metadataSearch);
  const isSought = at === row.key;
  useEffect(() => {
    if (isSought) section.current?.scrollIntoView();
  }, [isSought]);
  const startFrom = (next: MetadataRow) => {
    setFrom(next);
    setChanged(false);
    setRound(round + 1);
  };
  if (row.version > from.version && !changed) startFrom(row);
  return (
    <Fields
      {...props}
      key={round}
      section={section}
      row={from}
      changed={changed}
      onChanged={setChanged}
      onStart={startFrom}
      onDiscard={() => startFrom(row.version > from.version ? row : from)}
    />
  );
}

interface FieldsProps<V> extends MetadataFormProps<V> {
  section: RefObject<HTMLElement | null>;
  changed: boolean;
  onChanged: (changed: boolean) => void;
  onStart: (from: MetadataRow) => void;
  onDiscard: () => void;
}

function Fields<V>(props: FieldsProps<V>) {
  const { data_type, row, title, hint, read, write = (value) => value, lines, children } = props;
  const { section, formName, changed, onChanged, onStart, onDiscard } = props;
  const { t } = useTranslation(['setting', 'common', 'errors', 'record']);
  const toast = useToast();
  const mayChange = useCan()(changesMetadata(data_type, row.key));
  const [form] = Form.useForm<Values>();
  const mine = () => form.getFieldValue('value') as V;

  const save = useApiMutation(settingEndpoints.updateMetadata, {
    invalidates: ['setting'],
    onSuccess: (saved) => {
      onStart(saved);
      toast.success(t('metadata.saved', { what: title }));
    },
    onError: (error) => {
      const current = settingEndpoints.updateMetadata.output.safeParse(error.problem.current);
      if (error.problem.code === 'stale' && current.success) found(current.data);
      return current.success;
    },
    form,
  });
  const send = ({ version }: MetadataRow, value: V) =>
    save.mutate({
      data_type,
      key: row.key,
      version,
      value: write(value) as InputOf<typeof settingEndpoints.updateMetadata>['value'],
    });
  const { base, contested, found } = useConflict<MetadataRow, { value: V }>({
    record: row,
    valuesOf: ({ value }) => ({ value: read(value) }),
    mine: () => ({ value: mine() }),
    put: (values) => form.setFieldsValue(values),
    send: (over, { value }) => send(over, value),
  });
  const { conflict } = contested;
  const linesApart = (value: V, other: V) => <Lines lines={lines(value)} other={lines(other)} />;

  return (
    <section ref={section} className={css.section} aria-label={title}>
      <div className="row justify-between">
        <h2>{title}</h2>
        <RecordHistory entity="metadata" id={row.id} name={title} />
      </div>
      {hint && <p className="muted">{hint}</p>}
      {!mayChange && isBureauSetting(row.key) && <p className="muted">{t('metadata.administrators')}</p>}
      {conflict && (
        <ConflictNotice
          presses={1}
          title={t('record:title')}
          versions={[
            {
              name: title,
              theirs: linesApart(conflict.theirs.value, conflict.mine.value),
              mine: linesApart(conflict.mine.value, conflict.theirs.value),
            },
          ]}
          theirs={{
            words: t('record:takeTheirs'),
            go: () => {
              contested.takeTheirs();
              onChanged(false);
            },
          }}
          mine={{ words: t('record:reapply'), go: contested.reapply, busy: save.isPending }}
        />
      )}
      <Form<Values>
        form={form}
        name={formName ?? row.key}
        layout="vertical"
        requiredMark={false}
        disabled={!mayChange || save.isPending}
        initialValues={{ value: read(row.value) }}
        scrollToFirstError={{ block: 'nearest', focus: true }}
        validateTrigger="onSubmit"
        onValuesChange={() => onChanged(!same(write(mine()), write(read(base.value))))}
        onFinish={() => send(base, mine())}
      >
        <FormFields fields={PARTS} call={{ input: z.object({ value: metadataShape(data_type, row.key) ?? z.json() }) }}>
          {children}
        </FormFields>
        <LeaveGuard active={changed} saving={save.isPending} loses={otherPage} />
        {mayChange && (
          <div className="cluster mt-12">
            <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
              {t('common:save')}
            </Button>
            {changed && (
              <>
                <Button type="text" onClick={onDiscard}>
                  {t('metadata.discard')}
                </Button>
                <span className="muted">{t('metadata.unsaved')}</span>
              </>
            )}
          </div>
        )}
      </Form>
    </section>
  );
}

/** A value line by line. Lines that the other version does not have are bold. */
function Lines({ lines, other }: { lines: readonly string[]; other: readonly string[] }) {
  return (
    <ol>
      {lines.map((line) => (
        <li key={line}>{other.includes(line) ? line : <b>{line}</b>}</li>
      ))}
    </ol>
  );
}
