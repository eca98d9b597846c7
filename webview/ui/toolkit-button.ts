/**
 * The toolkit's button, for `vscode-button` elements made before or after: see button.tsx. Only this file and toolkit-fields.ts import
 * the (archived) webview toolkit, so that replacing it stays small. Its badge is not used: the badge's template has a style attribute,
 * which our content security policy forbids. The side bar loads this file by itself, beside its first script; toolkit-button.css draws
 * buttons alike before that.
 */
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeButton());
