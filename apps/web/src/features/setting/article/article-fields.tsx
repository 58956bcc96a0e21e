import { ARTICLE_WRITTEN } from '@darkroom/contract/field-tables/setting';
import { markdownFault } from '@darkroom/domain/article/markdown';
import type { Language } from '@darkroom/domain/text/language';
import { Form, Input, Switch } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayRule } from '../../../ui/day-picker/use-day-rule.ts';
import { Lines } from '../../../ui/data-table/data-table-states.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import css from './article.module.css';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';

// Lazy, because the Markdown preview is larger than the form.
const Markdown = lazyPart(() => import('../../../entities/article/markdown.tsx'), <Lines count={3} />);

const LONGEST = 20_000;
const PLACE = { whole: true, min: 0, max: 999 };

interface PressedSwitchProps {
  id?: string;
  checked?: boolean;
  onChange?: (on: boolean) => void;
  words?: (on: boolean) => string;
}

/** A switch with a label that can be pressed, because the switch alone is too small for a thumb. */
function PressedSwitch({ id, checked = false, onChange, words }: PressedSwitchProps) {
  return (
    <label className={css.switch}>
      <Switch {...(id ? { id } : {})} checked={checked} {...(onChange ? { onChange } : {})} />
      {words && <span aria-hidden="true">{words(checked)}</span>}
    </label>
  );
}

/** Fields of an article: publication and position, then both languages next to each other, each with a preview for customers. */
export function ArticleFields() {
  const { t } = useTranslation('setting');
  const dayRule = useDayRule();
  const label = useLabels(ARTICLE_WRITTEN);
  const numberRule = useNumberRule();
  return (
    <>
      <div className={css.halves}>
        <Form.Item
          name="published"
          label={label('published')}
          extra={t('article.publishedHint')}
          valuePropName="checked"
        >
          <PressedSwitch words={(on) => t(`article.state.${on}`)} />
        </Form.Item>
        <Form.Item
          name="published_on"
          label={label('published_on')}
          extra={t('article.publishedOnHint')}
          rules={[{ required: true }, dayRule()]}
        >
          <DayField />
        </Form.Item>
        <Form.Item name="pinned" label={label('pinned')} extra={t('article.pinnedHint')} valuePropName="checked">
          <PressedSwitch />
        </Form.Item>
        <Form.Item name="place" label={label('place')} extra={t('article.placeHint')} rules={[numberRule(PLACE)]}>
          <NumberField {...PLACE} />
        </Form.Item>
      </div>
      <div className={css.halves}>
        <Written language="vi" />
        <Written language="en" />
      </div>
    </>
  );
}

function Written({ language }: { language: Language }) {
  const { t } = useTranslation(['setting', 'errors']);
  const label = useLabels(ARTICLE_WRITTEN);
  const form = Form.useFormInstance();
  const text = useDeferredValue((Form.useWatch(`body_${language}`, form) as string | undefined) ?? '');
  const title = (Form.useWatch(`title_${language}`, form) as string | undefined) ?? '';
  return (
    <div className="min-w-0">
      <Form.Item
        name={`title_${language}`}
        label={label(`title_${language}`)}
        rules={[{ required: true, whitespace: true }]}
      >
        <Input lang={language} maxLength={100} />
      </Form.Item>
      <Form.Item
        name={`body_${language}`}
        label={label(`body_${language}`)}
        dependencies={['published']}
        rules={[
          ({ getFieldValue }) => ({ required: getFieldValue('published') === true, whitespace: true }),
          {
            validator: (_, written: string | undefined) => {
              const fault = markdownFault(written ?? '');
              return fault ? Promise.reject(new Error(t(`errors:field.${fault}`))) : Promise.resolve();
            },
          },
        ]}
      >
        <Input.TextArea lang={language} rows={12} maxLength={LONGEST} className={css.text ?? ''} />
      </Form.Item>
      <section className={css.preview} lang={language} aria-label={t(`article.preview.${language}`)}>
        <span className="muted">{t(`article.preview.${language}`)}</span>
        {title && <h2 className="title">{title}</h2>}
        <Markdown text={text} />
      </section>
    </div>
  );
}
