import { Lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, useMemo, type ElementType, type ReactNode } from 'react';
import { ExternalLink } from '../../ui/external-link.tsx';
import styles from './markdown.module.css';

/** The article's title is the second heading level of the page, so its own headings start below it. */
const FIRST_HEADING = 2;

/**
 * Renders an article's Markdown as React elements. Raw HTML is shown as text, links open http(s) and mailto, pictures load by https
 * (decision 103).
 */
export default function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => new Lexer({ gfm: true }).lex(text), [text]);
  return <div className={styles.text}>{renderTokens(tokens)}</div>;
}

/** Creates an element from child arguments. They change only together, so they need no keys. */
const createWithChildren = (tag: ElementType, children: readonly ReactNode[], props: object | null = null) =>
  createElement(tag, props, ...children);

const renderTokens = (tokens: readonly Token[] = []): ReactNode =>
  createWithChildren(
    Fragment,
    tokens.map((token) => renderToken(token as MarkdownToken)),
  );

type MarkdownToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Link
  | Tokens.Image
  | Tokens.Escape
  | Tokens.HTML
  | Tokens.Br
  | Tokens.Hr
  | Tokens.Space
  | Tokens.Def;

function renderToken(token: MarkdownToken): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${Math.min(6, token.depth + FIRST_HEADING)}` as 'h3' | 'h4' | 'h5' | 'h6';
      return <Heading>{renderTokens(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{renderTokens(token.tokens)}</p>;
    case 'strong':
      return <strong>{renderTokens(token.tokens)}</strong>;
    case 'em':
      return <em>{renderTokens(token.tokens)}</em>;
    case 'del':
      return <del>{renderTokens(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{renderTokens(token.tokens)}</blockquote>;
    case 'list':
      return <List block={token} />;
    case 'table':
      return <Table block={token} />;
    case 'link':
      return <MarkdownLink href={token.href}>{renderTokens(token.tokens)}</MarkdownLink>;
    case 'image':
      return <MarkdownImage src={token.href} alt={token.text} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'text':
      return 'tokens' in token && token.tokens ? renderTokens(token.tokens) : token.text;
    case 'escape':
    case 'html':
      return token.text;
    default: {
      const never: never = token;
      return (never as Token).raw;
    }
  }
}

const renderItem = ({ tokens }: Tokens.ListItem) => <li>{renderTokens(tokens)}</li>;

function List({ block: { items, ordered, start } }: { block: Tokens.List }) {
  const listItems = items.map(renderItem);
  return ordered
    ? createWithChildren('ol', listItems, { start: start === '' ? 1 : start })
    : createWithChildren('ul', listItems);
}

const renderHeadCell = ({ tokens }: Tokens.TableCell) => <th scope="col">{renderTokens(tokens)}</th>;
const renderCell = ({ tokens }: Tokens.TableCell) => <td>{renderTokens(tokens)}</td>;
const renderRow = (row: readonly Tokens.TableCell[]) => createWithChildren('tr', row.map(renderCell));

function Table({ block: { header, rows } }: { block: Tokens.Table }) {
  return (
    <div className={styles.table} role="region" tabIndex={0} aria-label={header.map(({ text }) => text).join(', ')}>
      <table>
        <thead>{createWithChildren('tr', header.map(renderHeadCell))}</thead>
        {createWithChildren('tbody', rows.map(renderRow))}
      </table>
    </div>
  );
}

function MarkdownLink({ href, children }: { href: string; children: ReactNode }) {
  if (/^mailto:[^\s]+$/i.test(href)) return <a href={href}>{children}</a>;
  return <ExternalLink href={href}>{children}</ExternalLink>;
}

function MarkdownImage({ src, alt }: { src: string; alt: string }) {
  if (!/^https:\/\/\S+$/i.test(src)) return alt;
  return <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
}
