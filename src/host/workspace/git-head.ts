/** A file as git HEAD has it, by VS Code's own git extension. */
import * as vscode from 'vscode';

/** What of its published API is used. */
interface GitExtension {
  getAPI(version: 1): GitApi;
}
interface GitApi {
  getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

/** Undefined where there is no git, no repository, or HEAD has no such file. @throws where the extension cannot be activated. */
export async function headVersion(file: vscode.Uri): Promise<vscode.Uri | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) {
    return undefined;
  }
  const api = (await extension.activate()).getAPI(1);
  try {
    await api.getRepository(file)?.show('HEAD', file.fsPath);
  } catch {
    return undefined;
  }
  return api.getRepository(file) === null ? undefined : api.toGitUri(file, 'HEAD');
}
