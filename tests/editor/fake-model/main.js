// A chat model that answers from the text it was given: it repeats the first remembered line that it finds.
const vscode = require("vscode");

const INFORMATION = {
  id: "fake-1",
  name: "Fake 1",
  family: "fake",
  version: "1",
  maxInputTokens: 100_000,
  maxOutputTokens: 4_000,
  isUserSelectable: true,
  isDefault: true,
  capabilities: { toolCalling: true, imageInput: false },
};

function textOf(message) {
  return message.content.map((part) => part.value ?? "").join("");
}

exports.activate = (context) => {
  const provider = {
    provideLanguageModelChatInformation: () => [INFORMATION],
    provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
      const told = messages.map(textOf).join("\n");
      if (told.includes("while the model is away")) throw new Error("the model is away");
      const known = /We release[^\n.;…]*\./.exec(told)?.[0];
      const answer = known ? `According to your notes: ${known}` : "I know nothing about that.";
      for (const word of answer.split(/(?<= )/)) progress.report(new vscode.LanguageModelTextPart(word));
    },
    provideTokenCount: async (_model, text) => (typeof text === "string" ? text.length : 10),
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("fake", provider));
  return vscode.lm.selectChatModels({ vendor: "fake" }); // models are resolved late: ask once, so that one is there
};
