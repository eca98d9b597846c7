// Where what agents, tools and files say is shown by VS Code itself: in one file each, which leaves no link in it.
const windowOfVscode =
  ":matches([object.property.name='window'], [object.name='window']):not([computed=true])";

const toMessages =
  /^(?:show(?:Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|withProgress|setStatusBarMessage)$/;

/** Messages, lists and input boxes: only in `src/host/messages.ts`. */
const messages = {
  selector: `MemberExpression${windowOfVscode}[property.name=${String(toMessages)}]`,
  message: 'src/host/messages.ts shows it without links.',
};
/** Its tooltip, with links of our own: only in `src/host/status-bar.ts`. */
const statusBar = {
  selector: `MemberExpression:matches(${windowOfVscode}[property.name='createStatusBarItem'], [property.name='MarkdownString'])`,
  message: 'src/host/status-bar.ts shows it without links.',
};
/** Nowhere: they would have to be without links first. */
const others = {
  selector: 'MemberExpression[property.name=/^(?:TreeItem|createTreeView)$/]',
  message: 'show it without links first (src/core/view/report/markdown.ts).',
};

/** What `no-restricted-syntax` refuses in a file of `src`: `path` from the project's folder, with `/`. */
export function shownText(path) {
  return [
    ...(path === 'src/host/messages.ts' ? [] : [messages]),
    ...(path === 'src/host/status-bar.ts' ? [] : [statusBar]),
    others,
  ];
}
