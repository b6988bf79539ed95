{
  description = "podesta, a judge for the board game Machiavelli";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "{{.Version}}";
      archives = {
        x86_64-linux = {{with .Named "linux-amd64.tar.gz"}}{ url = "{{$.Home}}/{{$.Version}}/{{.Name}}"; hash = "{{.SRI}}"; }{{end}};
        aarch64-linux = {{with .Named "linux-arm64.tar.gz"}}{ url = "{{$.Home}}/{{$.Version}}/{{.Name}}"; hash = "{{.SRI}}"; }{{end}};
        x86_64-darwin = {{with .Named "darwin-amd64.tar.gz"}}{ url = "{{$.Home}}/{{$.Version}}/{{.Name}}"; hash = "{{.SRI}}"; }{{end}};
        aarch64-darwin = {{with .Named "darwin-arm64.tar.gz"}}{ url = "{{$.Home}}/{{$.Version}}/{{.Name}}"; hash = "{{.SRI}}"; }{{end}};
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenvNoCC.mkDerivation {
          pname = "podesta";
          inherit version;
          src = pkgs.fetchurl archive;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          dontConfigure = true;
          dontBuild = true;
          installPhase = ''
            install -D podesta $out/bin/podesta
            installManPage man/*.1 man/*.5
            installShellCompletion --cmd podesta --bash completion/podesta.bash --zsh completion/podesta.zsh --fish completion/podesta.fish
          '';
          meta = {
            description = "Judge for the board game Machiavelli";
            homepage = "{{.Home}}";
            license = nixpkgs.lib.licenses.asl20;
            mainProgram = "podesta";
          };
        };
    in {
      packages = builtins.mapAttrs (system: archive: { default = package system archive; }) archives;
    };
}
